import { branded, useShell } from '@mcwick/shell-contract'
import { artUrl } from '@mcwick/ui'
import { type RoadmapItem, type RoadmapStatus, texts } from './texts'

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
          <RoadmapStop key={item.id} item={item} />
        ))}
      </ol>
    </section>
  )
}

function isStatus(state: string | undefined): state is RoadmapStatus {
  return state !== undefined && state in roadmap.statuses
}

function RoadmapStop({ item }: { item: RoadmapItem }) {
  const { config } = useShell()
  const set = config.launch?.items?.[item.setting ?? item.id]
  const status = isStatus(set?.state) ? set.state : item.status
  return (
    <li data-status={status}>
      <article className="stop" id={branded(item.id, config)}>
        <p className="stop-status">
          {roadmap.statuses[status]}
          {set?.date && ` · ${set.date}`}
        </p>
        {item.image && <img src={artUrl(item.image)} alt="" width="512" height="512" loading="lazy" />}
        <h3>{branded(set?.label || item.title, config)}</h3>
        <p className="stop-text">{branded(set?.text || item.description, config)}</p>
      </article>
    </li>
  )
}
