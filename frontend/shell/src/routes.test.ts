import { testSite } from '@mcwick/testing'
import { expect, it } from 'vitest'
import { routeOf } from './routes'

it.each([
  ['/gallery', '/gallery'],
  ['/gallery/0192aaaa', '/gallery'],
  ['/gallery-of-others', undefined],
  ['/@ann_1', '/@'],
  ['/@', undefined],
  ['/@ann/more', undefined],
  ['/lore', '/lore'],
  ['/lore/more', undefined],
  ['//', undefined],
  ['/styleguide', undefined],
])('matches %s to %s', (path, page) => {
  expect(routeOf(path, testSite)?.path).toBe(page)
})

it('has the style guide when its flag is set', () => {
  expect(routeOf('/styleguide', { ...testSite, flags: { styleguide: true } })?.path).toBe('/styleguide')
})
