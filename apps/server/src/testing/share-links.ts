import { hashLinkToken } from '@freeor/accounts/signed-values'
import { newId, newSecret } from '@freeor/kernel/ids'
import { shareLinks, shareVisitors } from '@freeor/leads/shares/tables'
import type { Person } from './people.ts'
import { addSavedSearch } from './saved-searches.ts'
import type { TestSystem } from './test-system.ts'

const DAY_MS = 86_400_000

type Limits = Partial<Pick<typeof shareLinks.$inferInsert, 'access' | 'mostVisits' | 'expiresAt'>>

/** A link to a saved search of this person, also of one who may not share any more. */
export async function addShareLink(
  system: TestSystem,
  as: Pick<Person, 'userId' | 'companyId'>,
  limits: Limits = {},
) {
  const [id, token, now] = [newId('shr'), newSecret(16), system.deps.clock.now()]
  const { userId, companyId } = as
  const savedSearchId = await addSavedSearch(system, as)
  await system.deps.db.insert(shareLinks).values({
    ...{ id, userId, companyId, savedSearchId, access: 'copy', tokenHash: hashLinkToken(token) },
    ...{ createdAt: now, expiresAt: new Date(now.getTime() + DAY_MS), ...limits },
  })
  return { id, savedSearchId, named: { kind: 'savedSearch' as const, token, owner: userId } }
}

/** A link that this person has opened. */
export async function addVisitedLink(
  system: TestSystem,
  as: Pick<Person, 'userId' | 'companyId'>,
): Promise<string> {
  const { id: linkId } = await addShareLink(system, as)
  const now = system.deps.clock.now()
  const visit = { linkId, userId: as.userId, turns: 0, firstAt: now, lastAt: now }
  await system.deps.db.insert(shareVisitors).values(visit)
  return linkId
}
