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

describe('a kept text', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    keepText(name, null)
  })

  it('lies in the local storage', () => {
    keepText(name, 'wax')
    expect(localStorage.getItem(name)).toBe('wax')
    expect(keptText(name)).toBe('wax')
    keepText(name, null)
    expect(localStorage.getItem(name)).toBeNull()
    expect(keptText(name)).toBeNull()
  })

  it('lies in the storage of the tab where it is for this visit only', () => {
    keepText(name, 'wax', 'session')
    expect(sessionStorage.getItem(name)).toBe('wax')
    expect(keptText(name, 'session')).toBe('wax')
    expect(keptText(name)).toBeNull()
    keepText(name, null, 'session')
    expect(keptText(name, 'session')).toBeNull()
  })

  // Verifies VERSE-22.
  it.each(broken)('lasts as long as the page where the storage %s', (_, breakStorage) => {
    breakStorage()
    expect(keptText(name)).toBeNull()
    keepText(name, 'wax')
    expect(keptText(name)).toBe('wax')
    keepText(name, null)
    expect(keptText(name)).toBeNull()
  })

  it('stays forgotten where the storage refuses to forget', () => {
    keepText(name, 'wax')
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse)
    keepText(name, null)
    expect(keptText(name)).toBeNull()
    vi.restoreAllMocks()
  })

  it('is stored again once the storage takes it', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
    keepText(name, 'wax')
    vi.restoreAllMocks()
    keepText(name, 'melted')
    expect(localStorage.getItem(name)).toBe('melted')
    expect(keptText(name)).toBe('melted')
  })
})
