import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// What a test waits for may take its time on a busy machine; nothing waits longer than it has to.
configure({ asyncUtilTimeout: 10_000 })

// Spans and vitals go to nobody.
navigator.sendBeacon = () => true

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  // Files share a window: none finds what another left there.
  localStorage.clear()
  sessionStorage.clear()
  ;(window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL('http://localhost/')
})
