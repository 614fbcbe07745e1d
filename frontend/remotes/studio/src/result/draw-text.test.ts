import { describe, expect, it } from 'vitest'
import { breakLines } from './draw-text'

const tenPerLetter = (text: string) => text.length * 10

describe('breakLines', () => {
  it.each([
    ['BUY THE DRIP', ['BUY THE DRIP']],
    ['one\n\ntwo', ['one', '', 'two']],
    [`${'a'.repeat(90)} bb ccc`, [`${'a'.repeat(90)} bb`, 'ccc']],
    [`x ${'a'.repeat(200)} y`, ['x', 'a'.repeat(200), 'y']],
    ['', ['']],
  ])('breaks %j', (content, lines) => {
    expect(breakLines(content, tenPerLetter)).toEqual(lines)
  })
})
