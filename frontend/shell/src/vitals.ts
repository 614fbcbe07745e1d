import type { Site, Vital } from '@mcwick/api-calls'
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import { routeOf } from './routes'

/** Measures the web vitals of the first page of a visit, and sends them when the page is hidden or left. */
export function reportVitals(config: Site, path: string) {
  const page = routeOf(path, config)?.path
  if (!page) return
  let measured: Vital[] = []
  const record = ({ name, value }: Metric) => measured.push({ name, value, page })
  for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) observe(record)
  const send = () => {
    if (measured.length === 0) return
    const body = new Blob([JSON.stringify(measured)], { type: 'application/json' })
    measured = []
    navigator.sendBeacon('/api/v1/telemetry/vitals', body)
  }
  addEventListener('pagehide', send)
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send())
}
