import { testSite } from '@mcwick/testing'
import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { tokensQuery } from './load-tokens'
import samples from './samples.json'

const drawings = Object.keys(import.meta.glob('./art/*.svg')).map((path) => path.replace('./art/', ''))

// Verifies TOOLS-6.
it('has five tokens, each with a drawing; the last is the brand’s', async () => {
  vi.stubGlobal('fetch', async () => Response.json(samples))
  const tokens = await new QueryClient().fetchQuery(tokensQuery(testSite))
  expect(tokens.map(({ id }) => id)).toEqual(['bitcoin', 'ethereum', 'pepe', 'wojak', 'waxtest'])
  expect(tokens[4]).toMatchObject({ name: 'WaxTest', symbol: 'WAXT', twitter_url: 'https://x.com/' })
  expect(JSON.stringify(tokens)).not.toMatch(/\{\w+\}/)
  expect(tokens.map(({ image }) => image).sort()).toEqual(drawings.sort())
})

// Verifies TOOLS-7.
it('has all fields of each token', () => {
  const fields = [
    'id',
    'symbol',
    'name',
    'image',
    'current_price',
    'price_change_percentage_24h',
    'votes_green',
    'votes_red',
    'market_cap',
    'volume_24h',
    'launch_date',
    'website_url',
    'telegram_url',
    'twitter_url',
  ]
  for (const sample of samples) expect(Object.keys(sample)).toEqual(fields)
})
