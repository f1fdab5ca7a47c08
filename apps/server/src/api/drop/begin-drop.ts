import { AppError } from '@freeor/kernel/errors'
import { beginCycle, tryAgain } from '@freeor/leads/drop/commands'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { goOnWithDrop } from '../../sites/leads/run-drop.ts'

export const beginDropOperation = leadsOperation({
  id: 'beginDrop',
  method: 'post',
  path: '/api/drop',
  area: 'operations',
  summary:
    'Fetches California’s delete requests now, or goes on with a cycle that waits or is stuck; the work itself follows',
  access: 'super_admin',
  answer: z.strictObject({
    /** False where a cycle was open already: it goes on. */
    isNew: z.boolean(),
  }),
  status: 202,
  async handle({ deps: { drop, jobs } }) {
    if (!drop.api) throw new AppError('unavailable', 'DROP_API_KEY is not set: nothing can be fetched.')
    const isNew = await beginCycle(drop)
    if (!isNew) await tryAgain(drop)
    await goOnWithDrop({ jobs })
    return { isNew }
  },
})
