import { branded, useShell } from '@mcwick/shell-contract'
import { artUrl } from '@mcwick/ui'
import { type RoadmapItem, texts } from './texts'

const { roadmap } = texts

/** The roadmap: a line of items, marked up to the current one. */
export function Roadmap() {
  return (
    <section aria-labelledby="roadmap-title">
      <h2 id="roadmap-title" className="home-title">
        {roadmap.title}
      </h2>
      <ol className="roadmap">
        {roadmap.items.map((item) => (
          <li key={item.id} data-status={item.status}>
            <RoadmapStop item={item} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function RoadmapStop({ item }: { item: RoadmapItem }) {
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
