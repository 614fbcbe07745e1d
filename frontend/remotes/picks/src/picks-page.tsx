import { useStepHeading } from '@mcwick/forms'
import { useShell } from '@mcwick/shell-contract'
import { ButtonLink } from '@mcwick/ui'
import { Battle } from './battle/battle'
import { Modes } from './modes'
import { type Mode, texts } from './texts'
import { Tinder } from './tinder/tinder'
import { WithTokens } from './tokens/with-tokens'

/** The page /picks: the overview, or the game in the URL. */
export function PicksPage() {
  const mode = parseMode(useShell().location.search.get('mode'))
  const title = useStepHeading(mode)
  if (!mode) return <Modes title={title} />
  const Game = mode === 'tinder' ? Tinder : Battle
  return (
    <div className="picks" data-mode={mode}>
      <header className="picks-head">
        <ButtonLink href="/picks" size="small">
          {texts.back}
        </ButtonLink>
        <h1 ref={title} tabIndex={-1}>
          {texts.modes[mode].title}
        </h1>
      </header>
      <WithTokens>{(tokens) => <Game tokens={tokens} />}</WithTokens>
    </div>
  )
}

function parseMode(value: string | null): Mode | undefined {
  return value === 'tinder' || value === 'battle' ? value : undefined
}
