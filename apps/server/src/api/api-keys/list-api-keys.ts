import { listApiKeys } from '@freeor/accounts/api-keys/queries'
import { apiKeyListAnswer, apiKeyScopes } from '@freeor/accounts/api-keys/schema'
import type { Deps } from '../../deps.ts'
import { operation } from '../../http/operation.ts'

export const listApiKeysOperation = operation({
  id: 'listApiKeys',
  method: 'get',
  path: '/api/account/api_keys',
  area: 'api-keys',
  summary: "The person's own keys for the company they work in, with what each took of its budget today",
  access: 'user',
  right: 'api_keys.manage',
  whileImpersonating: 'refused',
  answer: apiKeyListAnswer,
  async handle({ deps, company }) {
    const keys = await listApiKeys(deps.db, await company())
    const uses = await readUses(
      deps,
      keys.map(({ id }) => id),
    )
    const usedToday = (id: string) => uses.reduce((sum, use) => sum + (use.get(id) ?? 0), 0)
    return {
      apiKeys: keys.map((key) => ({ ...key, usedToday: usedToday(key.id) })),
      scopes: [...apiKeyScopes],
    }
  },
})

/** What the keys have taken today, on each site that sells. */
async function readUses({ db, clock, sites }: Deps, ids: readonly string[]) {
  const now = clock.now()
  return await Promise.all(sites.map(async (site) => (await site.readKeyUse?.(db, ids, now)) ?? new Map()))
}
