import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { pauseWhenIdle } from './api/pause-when-idle'
import { newQueryClient } from './api/query-client'
import { App } from './app'
import './console.css'

pauseWhenIdle()
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={newQueryClient()}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
)
