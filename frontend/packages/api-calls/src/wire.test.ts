import type { Problem as ReadProblem, BrowserSpan as SentSpan } from '@mcwick/api-client'
import { expectTypeOf, it } from 'vitest'
import type { BrowserSpan, Problem } from './gen/api.schemas'

it('generates problem and span types compatible with api-client', () => {
  expectTypeOf<Problem>().toExtend<ReadProblem>()
  expectTypeOf<SentSpan>().toExtend<BrowserSpan>()
})
