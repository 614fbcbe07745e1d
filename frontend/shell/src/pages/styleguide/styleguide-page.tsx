import { ApiError } from '@mcwick/api-client'
import { ActionButton, Dialog, Select, TextArea, TextField } from '@mcwick/forms'
import { useShell } from '@mcwick/shell-contract'
import {
  artUrl,
  Badge,
  Button,
  ButtonLink,
  CopyButton,
  drawings,
  EmptyState,
  ErrorPanel,
  Icon,
  IconButton,
  iconNames,
  Link,
  Spinner,
} from '@mcwick/ui'
import { type ReactNode, useState } from 'react'
import './styleguide.css'

const grounds = ['room', 'surface', 'raised', 'action', 'success', 'failure', 'failure-deep', 'key', 'print'] as const

const failure = new ApiError(503, 'UNAVAILABLE', 'Nobody answers.', '4bf92f3577b34da6a3ce929d0e0e4736')

/** The page /styleguide: all shared components in all their states, for developers; enabled by a flag of the local stack. */
export default function StyleguidePage() {
  const { toast } = useShell()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="guide">
      <h1>Styleguide</h1>
      <Part name="Colours">
        {grounds.map((ground) => (
          <span key={ground} className="guide-pair" data-ground={ground}>
            {ground} / on-{ground}
          </span>
        ))}
      </Part>
      <Part name="Type">
        <p className="guide-display">Loud, round and short</p>
        <p>Clear and friendly, with good numerals: 0123456789. Green candles for all, broh!</p>
        <p>
          <Link href="/styleguide" className="mc-link">
            A link in a text
          </Link>
        </p>
      </Part>
      <Part name="Buttons">
        {(['primary', 'plain', 'success', 'danger'] as const).map((kind) => (
          <span key={kind} className="guide-row">
            <Button kind={kind}>{kind}</Button>
            <Button kind={kind} size="small">
              small
            </Button>
            <Button kind={kind} disabled>
              disabled
            </Button>
          </span>
        ))}
        <span className="guide-row">
          <ButtonLink href="/styleguide">a link</ButtonLink>
          <IconButton icon="dice" label="Roll" />
          <IconButton icon="plus" label="More" disabled />
          <CopyButton text="wax" label="Copy the wax" copied="Copied" notCopied="Not copied" />
        </span>
      </Part>
      <Part name="Icons">
        {iconNames.map((name) => (
          <span key={name} className="guide-tile">
            <Icon name={name} size={30} />
            {name}
          </span>
        ))}
      </Part>
      <Part name="Fields">
        <TextField label="One line" placeholder="@mcanon" />
        <TextField label="One line, disabled" disabled defaultValue="cold wax" />
        <TextArea label="Several lines" rows={2} defaultValue={'green\ncandles'} />
        <ActionButton disabledReason="Light it first.">An action that waits</ActionButton>
        <Select label="A choice" options={[{ value: 'a', label: 'Anime' }]} />
        <TextField label="One with a flaw" defaultValue="Z" error="No font has that." hint="Letters burn best." />
        <TextField label="With something beside it" beside={<IconButton icon="dice" label="Roll again" />} />
      </Part>
      <Part name="Badges">
        {(['quiet', 'action', 'success', 'failure', 'key'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Part>
      <Part name="Waiting, failing, nothing">
        <Spinner label="Melting the page into shape" />
        <ErrorPanel error={failure} onRetry={() => undefined}>
          The painter dropped the brush, broh, so try again.
        </ErrorPanel>
        <ErrorPanel role="status" error={failure} onRetry={() => undefined}>
          The painter dropped the brush, broh, so try again.
        </ErrorPanel>
        <EmptyState pose="pose-think">
          <p>Nothing hangs here yet.</p>
        </EmptyState>
      </Part>
      <Part name="Over everything">
        <Button onClick={() => setIsOpen(true)}>Open a dialog</Button>
        <Dialog open={isOpen} title="Yo Broh, Listen Up!" onClose={() => setIsOpen(false)}>
          <p className="guide-dialog-text">A modal dialog, the browser’s own.</p>
          <Button kind="primary" onClick={() => setIsOpen(false)}>
            Understood
          </Button>
        </Dialog>
        <Button onClick={() => toast('Said in passing.')}>Say something</Button>
        <Button onClick={() => toast('That did not work.', 'failure')}>Say what failed</Button>
      </Part>
      <Part name="The candle">
        {drawings.map((name) => (
          <figure key={name} className="guide-tile">
            <img src={artUrl(name)} alt="" width="128" height="128" loading="lazy" />
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </Part>
    </div>
  )
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="guide-part" aria-label={name}>
      <h2>{name}</h2>
      <div className="guide-things">{children}</div>
    </section>
  )
}
