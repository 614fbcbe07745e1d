import { deviceReady } from '@mcwick/api-client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app'
import { loadSite } from './load-site'
import { NoConfig } from './pages/no-config'
import { registerRemotes } from './remotes/load-remote'
import { reportVitals } from './vitals'
import './shell.css'

const againMs = 10_000

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: 2,
      // What failed is asked for again, so that a page recovers by itself.
      refetchInterval: ({ state }) => (state.status === 'error' ? againMs : false),
    },
  },
})

async function start() {
  const root = createRoot(document.getElementById('root') as HTMLElement)
  void deviceReady()
  try {
    const config = await loadSite()
    registerRemotes(config.remotes)
    void reportVitals(config)
    root.render(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <App config={config} />
        </QueryClientProvider>
      </StrictMode>,
    )
  } catch (error) {
    console.warn('no configuration', error)
    root.render(<NoConfig />)
  }
}

void start()
