import { isLeaving } from '@mcwick/session'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app'
import { finishLogOut } from './finish-log-out'
import { loadSite } from './load-site'
import { ConfigErrorPage } from './pages/config-error-page'
import { newQueryClient } from './query-client'
import { registerRemotes } from './remotes/load-remote'
import { restoreAccount } from './restore-account'
import './shell.css'

const vitalsDelayMs = 5000 // after the page is loaded; browsers buffer earlier measurements

async function start() {
  const { pathname } = location
  const root = createRoot(document.getElementById('root') as HTMLElement)
  void restoreAccount()
  if (isLeaving()) void finishLogOut()
  try {
    const config = await loadSite()
    registerRemotes(config.remotes)
    setTimeout(() => import('./vitals').then(({ reportVitals }) => reportVitals(config, pathname)), vitalsDelayMs)
    const page = (
      <StrictMode>
        <QueryClientProvider client={newQueryClient()}>
          <App config={config} />
        </QueryClientProvider>
      </StrictMode>
    )
    // As a transition it is rendered in pieces, between which the browser does what a visitor asks for.
    startTransition(() => root.render(page))
  } catch (error) {
    console.warn('site configuration not loaded', error)
    root.render(<ConfigErrorPage />)
  }
}

void start()
