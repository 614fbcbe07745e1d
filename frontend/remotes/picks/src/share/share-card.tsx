import { useShare } from '@mcwick/forms'
import { Button, CopyButton } from '@mcwick/ui'
import { type Mode, texts } from '../texts'
import type { Token } from '../tokens/token'
import { TokenImage } from '../tokens/token-image'

const { share: words } = texts

interface ShareCardProps {
  mode: Mode
  /** The tokens that the text is about; their drawings are shown. */
  tokens: Token[]
  text: string
}

/** What a game came to, to send on or to copy with a link to the game. Nothing is sent to the server. */
export function ShareCard({ mode, tokens, text }: ShareCardProps) {
  const share = useShare(words)
  const path = `/picks?mode=${mode}`
  return (
    <section className="picks-share" aria-label={words.title}>
      <p className="picks-share-coins">
        {tokens.map(({ id, image }) => (
          <TokenImage key={id} image={image} />
        ))}
      </p>
      <p className="picks-share-text">{text}</p>
      <div className="picks-share-actions">
        {'share' in navigator && (
          <Button kind="primary" onClick={() => share({ title: texts.modes[mode].title, text, path })}>
            {words.send}
          </Button>
        )}
        <CopyButton
          text={`${text} ${new URL(path, location.href)}`}
          label={words.copy}
          copied={words.copied}
          notCopied={words.notCopied}
        />
      </div>
      <p className="mc-hint">{words.hint}</p>
    </section>
  )
}
