import { readDropReport } from '@freeor/leads/drop/queries'
import { dropReport } from '@freeor/leads/drop/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const readDropOperation = leadsOperation({
  id: 'readDrop',
  method: 'get',
  path: '/api/drop',
  area: 'operations',
  summary:
    'California’s delete requests: when their lists were fetched, what became of each cycle, and what is exempt',
  access: 'super_admin',
  answer: dropReport,
  handle: async ({ deps: { drop, clock }, superAdmin }) =>
    await readDropReport(drop.db, superAdmin(), { isConfigured: drop.api !== undefined, now: clock.now() }),
})
