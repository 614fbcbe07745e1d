import type { Site, Vital } from '@mcwick/api-calls'
import type { Metric } from 'web-vitals'
import { routeOf } from './routes'

const laterMs = 5000 // the page comes first; browsers keep what they measured before

/** Measures how the first page of this visit feels and tells the house when the visitor leaves or looks away. */
export async function reportVitals(config: Site) {
  const page = routeOf(location.pathname, config)?.path
  if (!page) return
  await new Promise((resolve) => setTimeout(resolve, laterMs))
  const { onCLS, onFCP, onINP, onLCP, onTTFB } = await import('web-vitals')
  let measured: Vital[] = []
  const take = ({ name, value }: Metric) => measured.push({ name, value, page })
  for (const watch of [onCLS, onFCP, onINP, onLCP, onTTFB]) watch(take)
  const send = () => {
    if (measured.length === 0) return
    const body = new Blob([JSON.stringify(measured)], { type: 'application/json' })
    measured = []
    navigator.sendBeacon('/api/v1/telemetry/vitals', body)
  }
  addEventListener('pagehide', send)
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send())
}
