import { writeEvidence } from '@freeor/leads/drop/write-evidence'
import { z } from 'zod'
import { answerZip } from '../../http/zip-answer.ts'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const readDropEvidenceOperation = leadsOperation({
  id: 'readDropEvidence',
  method: 'get',
  path: '/api/drop/cycles/{cycleId}/evidence',
  area: 'operations',
  summary:
    'What proves a cycle of California’s delete requests, as a ZIP: times, answers, and each item’s status; hashes only',
  access: 'super_admin',
  params: z.strictObject({ cycleId: z.string().max(60) }),
  produces: 'application/zip',
  async handle({ deps, params: { cycleId }, superAdmin }) {
    const entries = await writeEvidence(deps.db, superAdmin(), cycleId)
    return answerZip(entries, { name: `drop-${cycleId}`, ending: 'zip', type: 'application/zip' })
  },
})
