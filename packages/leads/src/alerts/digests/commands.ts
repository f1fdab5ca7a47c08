import { findMemberScope } from '@freeor/accounts/scope'
import { users } from '@freeor/accounts/tables'
import type { Olap } from '@freeor/clickhouse/olap'
import type { Tx } from '@freeor/postgres/database'
import { doEach, throwFailures } from '@freeor/postgres/do-each'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { hasActivePlan } from '../../allowance/queries.ts'
import { savedSearches } from '../../saved-searches/tables.ts'
import { alertLimits } from '../limits.ts'
import type { AlertDeps, Digest, DigestLead } from '../ports.ts'
import type { AlertRhythm } from '../schema.ts'
import { alertHits, searchAlerts } from '../tables.ts'
import { findOptedOut, readLeadCells } from './queries.ts'

type DigestDeps = AlertDeps & { readonly olap: Olap }

/**
 * Queues one mail for each person with something new in their alerts of a rhythm: each lead once, with the names of all
 * searches it came into. Where nothing is new, nothing is sent. Several servers may do so at once: what is told is
 * deleted in the transaction that queues the mail.
 * @throws AggregateError when some of the mails failed; the others are queued
 */
export async function sendDigests(deps: DigestDeps, rhythm: AlertRhythm): Promise<void> {
  const due = await deps.db
    .selectDistinct({ userId: alertHits.userId })
    .from(alertHits)
    .innerJoin(
      searchAlerts,
      and(eq(searchAlerts.searchId, alertHits.searchId), eq(searchAlerts.userId, alertHits.userId)),
    )
    .where(eq(searchAlerts.rhythm, rhythm))
    .orderBy(asc(alertHits.userId))
  throwFailures(
    await doEach(
      due,
      ({ userId }) => userId,
      async ({ userId }) => await sendDigest(deps, userId, rhythm),
    ),
  )
}

type Hit = {
  readonly searchId: string
  readonly companyId: string
  readonly searchName: string
  readonly dictId: string
  readonly ownerId: string
  readonly version: number
  readonly leads: number
  readonly leadIds: readonly string[]
}

async function sendDigest(deps: DigestDeps, userId: string, rhythm: AlertRhythm): Promise<void> {
  const waiting = await readHits(deps.db, userId, rhythm)
  // Before the transaction: it waits for the search engine.
  const optedOut = await findOptedOut(deps, waiting)
  const found = waiting.map((hit) => withoutOptedOut(hit, optedOut))
  const leads = await listLeads(deps, found)
  await deps.db.transaction(async (tx) => {
    const taken = (await takeHits(tx, userId, rhythm, found)).filter((hit) => hit.leads > 0)
    const to = await findRecipient(tx, userId, taken)
    if (to === undefined || taken.length === 0) return
    await deps.mailDigest(tx, toDigest({ userId, to, rhythm, hits: taken, leads }))
  })
}

/**
 * A hit without who has opted out since it was found. Exact for what is remembered by name; of a longer one the others
 * who opted out are not known, so it says at most how many are new.
 */
function withoutOptedOut(hit: Hit, optedOut: ReadonlySet<string>): Hit {
  const leadIds = hit.leadIds.filter((id) => !optedOut.has(`${hit.dictId} ${id}`))
  return { ...hit, leadIds, leads: hit.leads - (hit.leadIds.length - leadIds.length) }
}

async function readHits(tx: Tx, userId: string, rhythm: AlertRhythm): Promise<Hit[]> {
  const { searchId, version, leads, leadIds } = alertHits
  const { searchName, dictId, userId: ownerId } = savedSearches
  return await tx
    .select({
      searchId,
      version,
      leads,
      leadIds,
      searchName,
      dictId,
      ownerId,
      companyId: searchAlerts.companyId,
    })
    .from(alertHits)
    .innerJoin(
      searchAlerts,
      and(eq(searchAlerts.searchId, searchId), eq(searchAlerts.userId, alertHits.userId)),
    )
    .innerJoin(savedSearches, eq(savedSearches.id, searchId))
    .where(
      and(eq(alertHits.userId, userId), eq(searchAlerts.rhythm, rhythm), isNull(savedSearches.deletedAt)),
    )
    .orderBy(asc(searchName), asc(searchId), asc(version))
}

const keyOf = ({ searchId, version }: Pick<Hit, 'searchId' | 'version'>) => `${searchId} ${version}`

/** Deletes what is about to be told. @returns what no other server has told meanwhile */
async function takeHits(tx: Tx, userId: string, rhythm: AlertRhythm, found: readonly Hit[]): Promise<Hit[]> {
  await tx
    .select({ id: searchAlerts.searchId })
    .from(searchAlerts)
    .where(and(eq(searchAlerts.userId, userId), eq(searchAlerts.rhythm, rhythm)))
    .orderBy(asc(searchAlerts.searchId))
    .for('update')
  const taken: Hit[] = []
  for (const hit of found) {
    const { rowCount } = await tx
      .delete(alertHits)
      .where(
        and(
          eq(alertHits.userId, userId),
          eq(alertHits.searchId, hit.searchId),
          eq(alertHits.version, hit.version),
        ),
      )
    if (rowCount) taken.push(hit)
  }
  return taken
}

/** The proven address of somebody who may search for the company; undefined for everybody else. */
async function findRecipient(tx: Tx, userId: string, hits: readonly Hit[]): Promise<string | undefined> {
  const companyId = hits[0]?.companyId
  if (companyId === undefined || !(await findMemberScope(tx, { userId, companyId }))) return undefined
  if (!(await hasActivePlan(tx, companyId))) return undefined
  const isPerson = and(eq(users.id, userId), eq(users.emailVerified, true), isNull(users.deletedAt))
  const [person] = await tx.select({ email: users.email, banned: users.banned }).from(users).where(isPerson)
  return person && !person.banned ? person.email : undefined
}

/** The first leads of all hits, each once: by hit, its cells. */
type FoundLeads = ReadonlyMap<
  string,
  { readonly cells: readonly string[]; readonly hits: ReadonlySet<string> }
>

async function listLeads({ db, search }: AlertDeps, hits: readonly Hit[]): Promise<FoundLeads> {
  const leads = new Map<string, { dictId: string; leadId: string; version: number; hits: Set<string> }>()
  for (const hit of hits)
    for (const leadId of hit.leadIds) {
      const key = `${hit.dictId} ${leadId}`
      const lead = leads.get(key) ?? { dictId: hit.dictId, leadId, version: hit.version, hits: new Set() }
      lead.hits.add(keyOf(hit))
      leads.set(key, lead)
    }
  const shown = [...leads].slice(0, alertLimits.leadsInMail)
  const cells = await readLeadCells(
    { db, search },
    shown.map(([, lead]) => lead),
  )
  return new Map(shown.map(([key, lead]) => [key, { cells: cells.get(key) ?? [], hits: lead.hits }] as const))
}

type Told = Pick<Digest, 'userId' | 'to' | 'rhythm'> & {
  readonly hits: readonly Hit[]
  readonly leads: FoundLeads
}

function toDigest({ hits, leads, ...told }: Told): Digest {
  const names = new Map(hits.map((hit) => [keyOf(hit), hit.searchName]))
  const bySearch = Map.groupBy(hits, ({ searchId }) => searchId)
  const shown: DigestLead[] = [...leads.values()].flatMap((lead) => {
    const searches = new Set([...lead.hits].flatMap((key) => names.get(key) ?? []))
    return searches.size > 0 && lead.cells.length > 0 ? [{ cells: lead.cells, searches: [...searches] }] : []
  })
  const searches = [...bySearch.values()].flatMap((of) => {
    const [first] = of
    if (!first) return []
    const { searchName, searchId, ownerId, dictId } = first
    const params = new URLSearchParams({ savedSearch: searchId, uid: ownerId })
    const path = `/_search/${encodeURIComponent(dictId)}?${params}`
    return [{ searchName, leads: of.reduce((sum, hit) => sum + hit.leads, 0), path }]
  })
  const named = new Set(hits.flatMap(({ dictId, leadIds }) => leadIds.map((id) => `${dictId} ${id}`)))
  const hasMore = named.size > shown.length || hits.some((hit) => hit.leads > hit.leadIds.length)
  return { ...told, searches, leads: shown, hasMore }
}
