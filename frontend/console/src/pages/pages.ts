import { withDeadline } from '@mcwick/forms'
import { type ComponentType, lazy } from 'react'

interface Page {
  path: string
  /** Its name in the navigation; without one it is reached by links. */
  label?: string
  component: ComponentType
}

const page = (load: () => Promise<{ default: ComponentType }>) => lazy(() => withDeadline(load()))

/** The pages of the console, in the order of the navigation. */
export const pages: readonly Page[] = [
  { path: '/queue', label: 'Queue', component: page(() => import('./cases/queue-page')) },
  { path: '/appeals', label: 'Appeals', component: page(() => import('./cases/appeals-page')) },
  { path: '/held', label: 'Held', component: page(() => import('./cases/held-page')) },
  { path: '/takedowns', label: 'Takedowns', component: page(() => import('./cases/takedowns-page')) },
  { path: '/new', label: 'New', component: page(() => import('./works/new-page')) },
  { path: '/works', label: 'Works', component: page(() => import('./works/works-page')) },
  { path: '/nominations', label: 'Nominations', component: page(() => import('./nominations/nominations-page')) },
  { path: '/sanctions', label: 'Sanctions', component: page(() => import('./sanctions/sanctions-page')) },
  { path: '/pressure', label: 'Pressure', component: page(() => import('./pressure/pressure-page')) },
  { path: '/jobs', label: 'Jobs', component: page(() => import('./jobs/jobs-page')) },
  { path: '/audit', label: 'Audit', component: page(() => import('./audit/audit-page')) },
  { path: '/statistics', label: 'Statistics', component: page(() => import('./statistics/statistics-page')) },
  { path: '/cases/:kind/:id', component: page(() => import('./cases/case-page')) },
]
