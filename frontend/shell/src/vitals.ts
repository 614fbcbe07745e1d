import type { Site, Vital } from '@mcwick/api-calls'
import type { Metric } from 'web-vitals'
import { routeOf } from './routes'

const startDelayMs = 5000 // after the page is loaded; browsers buffer earlier measurements

/** Measures the web vitals of the first page of a visit, and sends them when the page is hidden or left. */
export async function reportVitals(config: Site) {
  const page = routeOf(location.pathname, config)?.path
  if (!page) return
  await new Promise((resolve) => setTimeout(resolve, startDelayMs))
  const { onCLS, onFCP, onINP, onLCP, onTTFB } = await import('web-vitals')
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
