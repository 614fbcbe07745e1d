import { describe, expect, it } from 'vitest'
import { namesIn } from './list-names.mjs'

function list(code, kind) {
  return namesIn('a.tsx', code)
    .filter((item) => item.kind === kind)
    .map((item) => item.text.trim())
}

describe('namesIn', () => {
  it.each([
    ['function send(a: number, { b: c, d }, [e] = [], ...f) {}', ['send', 'a', 'c', 'e', 'f']],
    ['const send = async (a?: string) => a.b(c)', ['send', 'a']],
    ['export interface Job<T> { state: string; stop(): void }', ['Job', 'state', 'stop']],
    ['type Job = { state: string }', ['Job', 'state']],
    [
      'class Job { #state = 1; constructor(private readonly a: T) {} stop() {} }',
      ['Job', 'state', 'constructor', 'a', 'stop'],
    ],
    ["import { told as said } from './told'", []],
  ])('lists the names that %s declares', (code, names) => {
    expect(list(code, 'name').sort()).toEqual(names.sort())
  })

  it('lists comments and test titles', () => {
    const code = `// why
      it('sees', f)
      it.each([1])(\`has \${a} in it\`, f)
      test.describe('all', f)
      say('nothing') /* how */`
    expect(list(code, 'prose').sort()).toEqual(['all', 'has   in it', 'how', 'sees', 'why'])
  })

  it('refuses a file that cannot be parsed', () => {
    expect(() => namesIn('a.ts', 'const = 1')).toThrow('a.ts: ')
  })
})
