import { addExemption, endExemption } from '@freeor/leads/drop/commands'
import { dropHashText } from '@freeor/leads/drop/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { goOnWithDrop } from '../../sites/leads/run-drop.ts'
import { actionOf } from '../admin/action.ts'

const exemption = z.strictObject({ hash: dropHashText, reason: z.string().trim().min(3).max(500) })
const done = z.strictObject({ hash: dropHashText })

export const addDropExemptionOperation = leadsOperation({
  id: 'addDropExemption',
  method: 'post',
  path: '/api/drop/exemptions',
  area: 'operations',
  summary: 'Exempts an identifier, by its hash, from California’s delete requests; the reason in law is kept',
  access: 'super_admin',
  body: exemption,
  answer: done,
  status: 201,
  async handle(call) {
    const { hash, reason } = call.body
    await addExemption(call.deps.drop, hash, { ...actionOf(call), reason })
    return { hash }
  },
})

export const endDropExemptionOperation = leadsOperation({
  id: 'endDropExemption',
  method: 'post',
  path: '/api/drop/exemptions/end',
  area: 'operations',
  summary: 'Ends an exemption: the identifier’s leads are removed, and California is told so',
  access: 'super_admin',
  body: exemption,
  answer: done,
  async handle(call) {
    const { hash, reason } = call.body
    await endExemption(call.deps.drop, hash, { ...actionOf(call), reason })
    await goOnWithDrop(call.deps)
    return { hash }
  },
})
