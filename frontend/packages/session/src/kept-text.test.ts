import { afterEach, describe, expect, it, vi } from 'vitest'
import { keepText, keptText } from './kept-text'

const name = 'mcwick.test'
const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

const broken: [string, () => void][] = [
  ['refuses every access', () => vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(refuse)],
  ['is full', () => vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)],
]

describe('keepText', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    keepText(name, null)
  })

  it('stores the text in localStorage', () => {
    keepText(name, 'wax')
    expect(localStorage.getItem(name)).toBe('wax')
    expect(keptText(name)).toBe('wax')
    keepText(name, null)
    expect(localStorage.getItem(name)).toBeNull()
    expect(keptText(name)).toBeNull()
  })

  it('stores the text in sessionStorage for lifetime session', () => {
    keepText(name, 'wax', 'session')
    expect(sessionStorage.getItem(name)).toBe('wax')
    expect(keptText(name, 'session')).toBe('wax')
    expect(keptText(name)).toBeNull()
    keepText(name, null, 'session')
    expect(keptText(name, 'session')).toBeNull()
  })

  // Verifies VERSE-22.
  it.each(broken)('keeps the text in memory when the storage %s', (_, breakStorage) => {
    breakStorage()
    expect(keptText(name)).toBeNull()
    keepText(name, 'wax')
    expect(keptText(name)).toBe('wax')
    keepText(name, null)
    expect(keptText(name)).toBeNull()
  })

  it('forgets the text when the storage refuses to remove it', () => {
    keepText(name, 'wax')
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse)
    keepText(name, null)
    expect(keptText(name)).toBeNull()
    vi.restoreAllMocks()
  })

  it('stores the text again once the storage accepts it', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
    keepText(name, 'wax')
    vi.restoreAllMocks()
    keepText(name, 'melted')
    expect(localStorage.getItem(name)).toBe('melted')
    expect(keptText(name)).toBe('melted')
  })
})
