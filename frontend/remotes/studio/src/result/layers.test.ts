import { describe, expect, it } from 'vitest'
import { captions, secondCaptions } from '../suggestions'
import { addLayer, firstLayers, removeSecond, replaceLayer, suggestion, written } from './layers'
import { move, newLayer, write } from './overlay'

describe('the texts of a picture', () => {
  it('begin with one main caption', () => {
    const layers = firstLayers()
    expect(layers).toHaveLength(1)
    expect(captions).toContain(layers[0]?.content)
  })

  // Verifies TEXT-2.
  it('are two at most, the second with a caption of its own list', () => {
    const two = addLayer(firstLayers())
    expect(secondCaptions).toContain(two[1]?.content)
    expect(addLayer(two)).toBe(two)
  })

  // Verifies TEXT-5.
  it('begin in the middle, the second below, wherever the first was moved', () => {
    expect(firstLayers()[0]).toMatchObject({ x: 512, y: 512 })
    const look = { fontSize: 48, fontFamily: 'Impact', color: '#ffffff', rotation: 0 }
    expect(addLayer([move(newLayer('A'), 0, -30)])[1]).toMatchObject({ x: 512, y: 920, ...look })
  })

  it('lose only the second', () => {
    const one = firstLayers()
    expect(removeSecond(addLayer(one))).toEqual(one)
    expect(removeSecond(one)).toEqual(one)
  })

  it('change one at a time', () => {
    const two = [newLayer('A'), newLayer('B')]
    expect(replaceLayer(two, 1, newLayer('C')).map(({ content }) => content)).toEqual(['A', 'C'])
  })

  it('are sent only when they say something', () => {
    expect(written([write(newLayer(''), ' \n '), newLayer('B')]).map(({ content }) => content)).toEqual(['B'])
  })

  it('never suggest what is there', () => {
    for (const caption of captions) expect(suggestion(0, caption)).not.toBe(caption)
    for (const caption of secondCaptions) expect(suggestion(1, caption)).not.toBe(caption)
  })
})
