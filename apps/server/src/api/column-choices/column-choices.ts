import { keepColumnChoice } from '@freeor/leads/column-choices/commands'
import { readColumnChoice } from '@freeor/leads/column-choices/queries'
import { columnChoice } from '@freeor/leads/column-choices/schema'
import { getDataset } from '@freeor/leads/dictionaries/queries'
import { dictId } from '@freeor/leads/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

const params = z.strictObject({ dictId })

export const readColumnChoiceOperation = leadsOperation({
  id: 'readColumnChoice',
  method: 'get',
  path: '/api/dictionaries/{dictId}/columns',
  area: 'search',
  summary: 'Which columns your table of a dataset shows, in order; null: as the dictionary has them',
  access: 'user',
  apiKeyScope: 'search',
  right: 'search',
  params,
  answer: columnChoice,
  handle: async ({ deps, params: { dictId: id }, company }) =>
    await readColumnChoice(deps.db, await company(), id),
})

export const keepColumnChoiceOperation = leadsOperation({
  id: 'keepColumnChoice',
  method: 'put',
  path: '/api/dictionaries/{dictId}/columns',
  area: 'search',
  summary: 'Keeps which columns your table of a dataset shows, in order; null: as the dictionary has them',
  access: 'user',
  apiKeyScope: 'search',
  right: 'search',
  params,
  body: columnChoice.strict(),
  answer: columnChoice,
  async handle({ deps, params: { dictId: id }, body, company }) {
    const scope = await company()
    const { dictionary } = await getDataset(deps.db, id)
    await keepColumnChoice(deps, scope, { dictionary, choice: body })
    return body
  },
})
