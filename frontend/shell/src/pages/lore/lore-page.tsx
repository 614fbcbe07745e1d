import { branded, useShell } from '@mcwick/shell-contract'
import { ButtonLink, Mascot } from '@mcwick/ui'
import type { ReactNode } from 'react'
import { texts } from './texts'
import './lore.css'

const { birthday, tenets, music, accolades, facts } = texts

/** The page /lore: the history of the mascot. */
export default function LorePage() {
  const { config } = useShell()
  return (
    <div className="lore">
      <header className="lore-head">
        <h1>{branded(texts.title, config)}</h1>
        <p>{texts.intro}</p>
      </header>
      <Chapter id="birthday" title={birthday.title}>
        <Mascot pose="pose-cheer" lively />
        <p className="lore-date">{branded(birthday.date, config)}</p>
        <p className="lore-age">{branded(birthday.age, config)}</p>
        <p>{birthday.text}</p>
      </Chapter>
      <Chapter id="tenets" title={tenets.title}>
        <ol>
          {tenets.list.map(([tenet, reason]) => (
            <li key={tenet}>
              <b>{tenet}</b>
              <span>{reason}</span>
            </li>
          ))}
        </ol>
      </Chapter>
      <Chapter id="music" title={music.title}>
        <Mascot pose="pose-dance" lively />
        <p>{music.text}</p>
        <ul>
          {music.list.map((taste) => (
            <li key={taste}>{taste}</li>
          ))}
        </ul>
      </Chapter>
      <Chapter id="accolades" title={accolades.title}>
        <ul>
          {accolades.list.map((accolade) => (
            <li key={accolade}>{accolade}</li>
          ))}
        </ul>
      </Chapter>
      <Chapter id="facts" title={facts.title}>
        <ul>
          {facts.list.map(([fact, remark, pose]) => (
            <li key={fact}>
              <Mascot pose={pose} />
              <b>{fact}</b>
              <span>{remark}</span>
            </li>
          ))}
        </ul>
      </Chapter>
      <ButtonLink href="/ai" kind="primary">
        {texts.action}
      </ButtonLink>
    </div>
  )
}

function Chapter({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="lore-chapter" data-chapter={id} aria-labelledby={`lore-${id}`}>
      <h2 id={`lore-${id}`}>{title}</h2>
      {children}
    </section>
  )
}
