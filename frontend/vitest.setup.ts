import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// The maximum wait on a busy machine; tests continue as soon as the condition holds.
configure({ asyncUtilTimeout: 10_000 })

// Spans and vitals are not sent.
navigator.sendBeacon = () => true

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  // Test files share a window, so its state is reset.
  localStorage.clear()
  sessionStorage.clear()
  ;(window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL('http://localhost/')
})
