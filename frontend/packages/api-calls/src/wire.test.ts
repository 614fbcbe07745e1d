import type { Problem as ReadProblem, BrowserSpan as SentSpan } from '@mcwick/api-client'
import { expectTypeOf, it } from 'vitest'
import type { BrowserSpan, Problem } from './gen/model'

it('generates a problem and a span that the fetch below knows', () => {
  expectTypeOf<Problem>().toExtend<ReadProblem>()
  expectTypeOf<SentSpan>().toExtend<BrowserSpan>()
})
