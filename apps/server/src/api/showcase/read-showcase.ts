import { Cache, cachePerOwner } from '@freeor/kernel/cache'
import { AppError } from '@freeor/kernel/errors'
import { getDataset } from '@freeor/leads/dictionaries/queries'
import { sampleDictId } from '@freeor/leads/sample/commands'
import { readShowcase } from '@freeor/leads/showcase/queries'
import { type Showcase, showcaseAnswer } from '@freeor/leads/showcase/schema'
import { z } from 'zod'
import { serverCaches } from '../../limits.ts'
import type { LeadsDeps } from '../../sites/leads/leads-deps.ts'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

/** Only the invented sample is shown to everyone; what a super admin imported is theirs. */
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

// A version never changes, so its showcase is read once for each engine, however many visitors ask at the same time.
const cacheOf = cachePerOwner<LeadsDeps['olap'], Showcase, []>(
  () => new Cache<Showcase>(serverCaches.showcase),
)

/** A visitor's page works without it: a missing dataset, or an engine that is busy or away, is no error. */
const withoutIt: readonly string[] = ['not_found', 'unavailable', 'search_too_wide']

async function showcaseOf({ db, olap }: LeadsDeps): Promise<Showcase | null> {
  try {
    const dataset = await getDataset(db, sampleDictId)
    const version = String(dataset.dictionary.version)
    return await cacheOf(olap).load(version, async () => await readShowcase(olap, dataset))
  } catch (error) {
    if (error instanceof AppError && withoutIt.includes(error.code)) return null
    throw error
  }
}
