import { requireRight } from '@freeor/accounts/policy'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import { openLimiter } from '@freeor/kernel/limiter'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, gte, lt, ne, or, sql, sum } from 'drizzle-orm'
import { requireActivePlan } from '../allowance/queries.ts'
import { leadsLimits } from '../limits.ts'
import { ownListLimits } from './limits.ts'
import type { OwnListDeps } from './ports.ts'
import { prepareOwnListTables } from './prepare-own-list.ts'
import { getOwnList, isOwnListOf, noSuchOwnList, toOwnList } from './queries.ts'
import { readList } from './read-list.ts'
import type { OwnList, OwnListChange, OwnListColumn } from './schema.ts'
import { removeRows } from './sweep-own-lists.ts'
import { ownLists } from './tables.ts'

const DAY_MS = 86_400_000

const reading = openLimiter(leadsLimits.ownListReads)

type Bringing = {
  readonly name: string
  readonly file: AsyncIterable<Uint8Array>
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads a file of the company's own and guesses what its columns hold. It is compared with nothing yet.
 * @throws AppError `forbidden` for a viewer, `payment_required` without a plan, `conflict` with 20 lists already,
 *   `payload_too_large`, `rate_limited` beyond the rows of a day, `invalid_request` for what is no table
 */
export async function addOwnList(
  deps: OwnListDeps,
  scope: CompanyScope,
  { name, file, signal }: Bringing,
): Promise<OwnList> {
  const { db, olap } = deps
  requireRight(scope, 'downloads.order')
  await requireActivePlan(db, scope)
  return await reading.run({ key: scope.companyId, signal }, async () => {
    const rowsLeft = await countRowsLeft(deps, scope)
    const id = await beginList(deps, scope, name)
    try {
      await prepareOwnListTables(olap)
      const read = await readList(olap, { id, file, rowsLeft, signal })
      const [row] = await db
        .update(ownLists)
        .set({ ...read, state: 'ready' })
        .where(eq(ownLists.id, id))
        .returning()
      if (!row) throw noSuchOwnList()
      return toOwnList(row)
    } catch (error) {
      await removeRows(olap, [id])
      await db.delete(ownLists).where(eq(ownLists.id, id))
      throw error
    }
  })
}

/** Under the limiter of its company: two files at once would each find the whole day. */
async function countRowsLeft({ db, clock }: OwnListDeps, { companyId }: CompanyScope): Promise<number> {
  const today = new Date(Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS)
  const [brought] = await db
    .select({ rows: sum(ownLists.rows).mapWith(Number) })
    .from(ownLists)
    .where(and(eq(ownLists.companyId, companyId), gte(ownLists.createdAt, today)))
  return Math.max(0, ownListLimits.rowsPerDay - (brought?.rows ?? 0))
}

async function beginList({ db, clock }: OwnListDeps, scope: CompanyScope, name: string): Promise<string> {
  const createdAt = clock.now()
  if ((await db.$count(ownLists, isOwnListOf(scope, createdAt))) >= ownListLimits.lists)
    throw new AppError('conflict', `You have ${ownListLimits.lists} lists: delete one first`)
  const id = newId('lst')
  const { companyId, userId } = scope
  const expiresAt = new Date(createdAt.getTime() + ownListLimits.days * DAY_MS)
  const empty = { columns: [], rows: 0, rejected: 0 }
  await db
    .insert(ownLists)
    .values({ id, companyId, userId, name, state: 'reading', ...empty, createdAt, expiresAt })
  return id
}

/**
 * Gives a list another name, or says what its columns hold. With other roles it is matched anew.
 * @throws AppError `not_found`, `forbidden` for a viewer, `invalid_request` for another number of columns
 */
export async function changeOwnList(
  deps: Pick<OwnListDeps, 'db' | 'clock'>,
  scope: CompanyScope,
  { id, name, roles }: OwnListChange & { readonly id: string },
): Promise<OwnList> {
  requireRight(scope, 'downloads.order')
  return await deps.db.transaction(async (tx) => {
    const list = await getOwnList({ db: tx, clock: deps.clock }, scope, id)
    const columns = roles === undefined ? list.columns : withRoles(list.columns, roles)
    const isOther = columns.some(({ role }, index) => role !== list.columns[index]?.role)
    const [row] = await tx
      .update(ownLists)
      .set({ name: name ?? list.name, columns, ...(isOther && { matchNo: sql`${ownLists.matchNo} + 1` }) })
      .where(and(eq(ownLists.id, id), isOwnListOf(scope, deps.clock.now())))
      .returning()
    if (!row) throw noSuchOwnList()
    return toOwnList(row)
  })
}

function withRoles(
  columns: readonly OwnListColumn[],
  roles: NonNullable<OwnListChange['roles']>,
): OwnListColumn[] {
  if (roles.length !== columns.length)
    throw new AppError('invalid_request', `This list has ${columns.length} columns, not ${roles.length}`)
  return columns.map((column, index) => ({ ...column, role: roles[index] ?? null }))
}

/** The list and its rows are gone at once. @throws AppError `not_found`, `forbidden` for a viewer */
export async function deleteOwnList(
  { db, olap, clock }: OwnListDeps,
  scope: CompanyScope,
  id: string,
): Promise<void> {
  requireRight(scope, 'downloads.order')
  const [deleted] = await db
    .update(ownLists)
    .set({ deletedAt: clock.now(), columns: [], name: '' })
    .where(and(eq(ownLists.id, id), isOwnListOf(scope, clock.now())))
    .returning({ id: ownLists.id })
  if (!deleted) throw noSuchOwnList()
  await removeRows(olap, [id])
}

/**
 * Forgets lists that have expired, those deleted before today, and those whose reading was cut off; for a daily job.
 * `sweepOwnLists` then removes their rows.
 */
export async function forgetOwnLists(tx: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS)
  const isCutOff = and(eq(ownLists.state, 'reading'), lt(ownLists.createdAt, before))
  const isExpired = and(lt(ownLists.expiresAt, now), ne(ownLists.state, 'reading'))
  await tx.delete(ownLists).where(or(isExpired, isCutOff, lt(ownLists.deletedAt, before)))
}
