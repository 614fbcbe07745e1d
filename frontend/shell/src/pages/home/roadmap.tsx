import { branded, useShell } from '@mcwick/shell-contract'
import { artUrl } from '@mcwick/ui'
import { type RoadmapItem, type RoadmapStatus, texts } from './texts'

const { roadmap } = texts

/** The roadmap: a line of items, marked up to the current one. */
export function Roadmap() {
  const { launch } = useShell().config
  const stops = roadmap.items.map((item: RoadmapItem) => {
    const set = launch?.items?.[item.setting ?? item.id]
    const status = isStatus(set?.state) ? set.state : item.status
    const stop = { ...item, status, title: set?.label || item.title, description: set?.text || item.description }
    return { stop, date: set?.date }
  })
  return (
    <section aria-labelledby="roadmap-title">
      <h2 id="roadmap-title" className="home-title">
        {roadmap.title}
      </h2>
      <ol className="roadmap">
        {stops.map(({ stop, date }) => (
          <li key={stop.id} data-status={stop.status}>
            <RoadmapStop item={stop} date={date} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function isStatus(state: string | undefined): state is RoadmapStatus {
  return state !== undefined && state in roadmap.statuses
}

function RoadmapStop({ item, date }: { item: RoadmapItem; date: string | undefined }) {
  const { config } = useShell()
  return (
    <article className="stop" id={branded(item.id, config)}>
      <p className="stop-status">
        {roadmap.statuses[item.status]}
        {date && ` · ${date}`}
      </p>
      {item.image && <img src={artUrl(item.image)} alt="" width="512" height="512" loading="lazy" />}
      <h3>{branded(item.title, config)}</h3>
      <p className="stop-text">{branded(item.description, config)}</p>
    </article>
  )
}
