import { AppError } from '@freeor/kernel/errors'
import { getDataset } from '@freeor/leads/dictionaries/queries'
import { sampleDictId } from '@freeor/leads/sample/commands'
import { readShowcase } from '@freeor/leads/showcase/queries'
import { type Showcase, showcaseAnswer } from '@freeor/leads/showcase/schema'
import { z } from 'zod'
import type { LeadsDeps } from '../../sites/leads/leads-deps.ts'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

/** Only the invented sample is shown to everyone; what an operator imported is theirs. */
export const readShowcaseOperation = leadsOperation({
  id: 'readShowcase',
  method: 'get',
  path: '/api/showcase',
  area: 'search',
  summary: 'A look at the sample data for visitors; null where there is none',
  access: 'public',
  answer: z.object({ showcase: showcaseAnswer.nullable() }),
  handle: async ({ deps }) => ({ showcase: await showcaseOf(deps) }),
})

type Kept = { version: number; showcase: Promise<Showcase> }
// A version never changes, so its showcase is read once for each engine, however many visitors ask for it at once.
const kept = new WeakMap<LeadsDeps['olap'], Kept>()

/** A visitor's page stands without it: no data set, or an engine that is busy or away, is no reason for an error. */
const withoutIt: readonly string[] = ['not_found', 'unavailable', 'search_too_wide']

async function showcaseOf({ db, olap }: LeadsDeps): Promise<Showcase | null> {
  try {
    const dataset = await getDataset(db, sampleDictId)
    const { version } = dataset.dictionary
    const known = kept.get(olap)
    if (known?.version === version) return await known.showcase
    const showcase = readShowcase(olap, dataset)
    kept.set(olap, { version, showcase })
    showcase.catch(() => kept.delete(olap))
    return await showcase
  } catch (error) {
    if (error instanceof AppError && withoutIt.includes(error.code)) return null
    throw error
  }
}
