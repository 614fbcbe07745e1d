import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// The maximum wait on a busy machine; tests continue as soon as the condition holds.
const maxWait = 25_000
configure({ asyncUtilTimeout: maxWait })
const { waitFor } = vi
vi.waitFor = (check, options = maxWait) => waitFor(check, options)

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
