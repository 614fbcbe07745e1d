import { describe, expect, it } from 'vitest'
import { captions, secondCaptions } from '../suggestions'
import { addLayer, initialLayers, nonEmptyLayers, replaceLayer, suggestion } from './layers'
import { move, newLayer, withContent } from './overlay'

describe('layers', () => {
  it('start with one main caption', () => {
    const layers = initialLayers()
    expect(layers).toHaveLength(1)
    expect(captions).toContain(layers[0]?.content)
  })

  // Verifies TEXT-2.
  it('are at most two, the second with a caption of its own list', () => {
    const two = addLayer(initialLayers())
    expect(secondCaptions).toContain(two[1]?.content)
    expect(addLayer(two)).toBe(two)
  })

  // Verifies TEXT-5.
  it('are placed in the center and below it, wherever the first was moved', () => {
    expect(initialLayers()[0]).toMatchObject({ x: 512, y: 512 })
    const looks = { fontSize: 48, fontFamily: 'Impact', color: '#ffffff', rotation: 0 }
    expect(addLayer([move(newLayer('A'), 0, -30)])[1]).toMatchObject({ x: 512, y: 920, ...looks })
  })

  it('replace one at a time', () => {
    const two = [newLayer('A'), newLayer('B')]
    expect(replaceLayer(two, 1, newLayer('C')).map(({ content }) => content)).toEqual(['A', 'C'])
  })

  it('are sent only when not empty', () => {
    expect(nonEmptyLayers([withContent(newLayer(''), ' \n '), newLayer('B')]).map(({ content }) => content)).toEqual([
      'B',
    ])
  })

  it('never suggest the current caption', () => {
    for (const caption of captions) expect(suggestion(0, caption)).not.toBe(caption)
    for (const caption of secondCaptions) expect(suggestion(1, caption)).not.toBe(caption)
  })
})
