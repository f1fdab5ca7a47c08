import { readKeyBudget } from '@freeor/leads/downloads/require-budget'
import { keyBudget } from '@freeor/leads/downloads/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const readKeyBudgetOperation = leadsOperation({
  id: 'readKeyBudget',
  method: 'get',
  path: '/api/key-budget',
  area: 'downloads',
  summary: 'What the API key that asks may still take today, in leads; null for a person',
  access: 'user',
  apiKeyScope: 'account',
  right: 'downloads.read',
  answer: z.object({ budget: keyBudget.nullable() }),
  async handle({ deps, user, company }) {
    await company()
    const { apiKey } = user()
    return { budget: apiKey ? await readKeyBudget(deps.db, apiKey.id, deps.clock.now()) : null }
  },
})
