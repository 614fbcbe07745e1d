import { branded, useShell } from '@mcwick/shell-contract'
import { Mascot } from '@mcwick/ui'
import { texts } from './texts'

const { about } = texts

/** The section about the mascot and its mission. */
export function AboutCard() {
  const { config } = useShell()
  return (
    <section className="about" aria-labelledby="about-title">
      <Mascot pose="pose-hips" lively />
      <div className="about-words">
        <h2 id="about-title">{branded(about.title, config)}</h2>
        <p>{about.text}</p>
        <p className="about-mission">
          <small>{about.missionLabel}</small>
          <q>{about.mission}</q>
        </p>
      </div>
    </section>
  )
}
