import { useStepHeading } from '@mcwick/forms'
import { useShell } from '@mcwick/shell-contract'
import { ButtonLink } from '@mcwick/ui'
import { Battle } from './battle/battle'
import { Modes } from './modes'
import { type Mode, texts } from './texts'
import { Tinder } from './tinder/tinder'
import { Tokens } from './tokens/tokens'

/** The page /picks: what can be played and what is to come, or the game that the address names. */
export function PicksPage() {
  const mode = modeOf(useShell().location.search.get('mode'))
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
      <Tokens>{(tokens) => <Game tokens={tokens} />}</Tokens>
    </div>
  )
}

function modeOf(wanted: string | null): Mode | undefined {
  return wanted === 'tinder' || wanted === 'battle' ? wanted : undefined
}
