import { branded, useShell } from '@mcwick/shell-contract'
import { artUrl } from '@mcwick/ui'
import { type RoadmapItem, texts } from './texts'

const { roadmap } = texts

/** The way up: a wick that is burnt as far as we are. */
export function Roadmap() {
  return (
    <section aria-labelledby="roadmap-title">
      <h2 id="roadmap-title" className="home-title">
        {roadmap.title}
      </h2>
      <ol className="roadmap">
        {roadmap.items.map((item) => (
          <li key={item.id} data-status={item.status}>
            <Stop item={item} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Stop({ item }: { item: RoadmapItem }) {
  const { config } = useShell()
  return (
    <article className="stop" id={branded(item.id, config)}>
      <p className="stop-status">{roadmap.statuses[item.status]}</p>
      {item.image && <img src={artUrl(item.image)} alt="" width="512" height="512" loading="lazy" />}
      <h3>{branded(item.title, config)}</h3>
      <p className="stop-text">{item.description}</p>
    </article>
  )
}
