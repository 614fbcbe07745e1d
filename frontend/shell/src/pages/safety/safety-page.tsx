import { branded, useShell } from '@mcwick/shell-contract'
import { Button, Mascot } from '@mcwick/ui'
import type { ReactNode } from 'react'
import { useTakedownForm } from '../../navigation/use-takedown-form'
import { Figures } from './figures'
import { texts } from './texts'
import './safety.css'

const { chapters, kept, reach } = texts

/** The page /safety: who judges what, how to report and appeal, and the counts of the last 30 days. */
export default function SafetyPage() {
  const { config } = useShell()
  const { openForm, form } = useTakedownForm()
  return (
    <div className="safety">
      <header className="safety-head">
        <Mascot pose="mood-thinking" lively />
        <h1>{texts.title}</h1>
        <p>{branded(texts.intro, config)}</p>
      </header>
      <Figures />
      {chapters.map(({ id, title, list }) => (
        <Chapter key={id} id={id} title={title}>
          <ul>
            {list.map((line) => (
              <li key={line}>{branded(line, config)}</li>
            ))}
          </ul>
        </Chapter>
      ))}
      <Chapter id="kept" title={kept.title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{kept.what}</th>
              <th scope="col">{kept.time}</th>
            </tr>
          </thead>
          <tbody>
            {kept.rows.map(([what, time]) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td>{time}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Chapter>
      <Chapter id="reach" title={reach.title}>
        <p>{reach.text}</p>
        <Button kind="primary" onClick={openForm}>
          {reach.action}
        </Button>
        {form}
      </Chapter>
    </div>
  )
}

function Chapter({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="safety-chapter" data-chapter={id} aria-labelledby={`safety-${id}`}>
      <h2 id={`safety-${id}`}>{title}</h2>
      {children}
    </section>
  )
}
