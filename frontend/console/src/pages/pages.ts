import { type ComponentType, lazy } from 'react'

interface Page {
  path: string
  /** Its name in the navigation; without one it is reached by links. */
  label?: string
  component: ComponentType
}

/** The pages of the console, in the order of the navigation. */
export const pages: readonly Page[] = [
  { path: '/queue', label: 'Queue', component: lazy(() => import('./cases/queue-page')) },
  { path: '/appeals', label: 'Appeals', component: lazy(() => import('./cases/appeals-page')) },
  { path: '/held', label: 'Held', component: lazy(() => import('./cases/held-page')) },
  { path: '/takedowns', label: 'Takedowns', component: lazy(() => import('./cases/takedowns-page')) },
  { path: '/new', label: 'New', component: lazy(() => import('./works/new-page')) },
  { path: '/works', label: 'Works', component: lazy(() => import('./works/works-page')) },
  { path: '/nominations', label: 'Nominations', component: lazy(() => import('./nominations/nominations-page')) },
  { path: '/sanctions', label: 'Sanctions', component: lazy(() => import('./sanctions/sanctions-page')) },
  { path: '/pressure', label: 'Pressure', component: lazy(() => import('./pressure/pressure-page')) },
  { path: '/jobs', label: 'Jobs', component: lazy(() => import('./jobs/jobs-page')) },
  { path: '/audit', label: 'Audit', component: lazy(() => import('./audit/audit-page')) },
  { path: '/statistics', label: 'Statistics', component: lazy(() => import('./statistics/statistics-page')) },
  { path: '/cases/:kind/:id', component: lazy(() => import('./cases/case-page')) },
]
