import { recordAudit } from '@freeor/accounts/commands'
import type { Olap } from '@freeor/clickhouse/olap'
import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import type { Database } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import { listServing } from '../suppression/queries.ts'
import { countEdition, takeChanges } from './apply-changes.ts'
import { prepareMarks, prepareRegistryTables } from './prepare-marks.ts'
import { findEdition } from './queries.ts'
import { kindOf, type ListKind, readNumbers } from './read-numbers.ts'
import { changesTable, numbersTable } from './registry-tables.ts'
import { dropEdition } from './sweep-registry.ts'
import { type DoNotCallEdition, doNotCallEditions } from './tables.ts'

export type DoNotCallDeps = { readonly db: Database; readonly olap: Olap; readonly clock: Clock }

export type RegistryFile = AsyncIterable<Uint8Array>

export type RegistryImport = {
  /** Opens each file; several are read as one list, as the registry hands out one for each area code. */
  readonly files: readonly (() => RegistryFile)[]
  /** When the files were obtained from the registry; now, when nobody says. */
  readonly obtainedAt?: Date | undefined
}

export type Imported = Pick<
  DoNotCallEdition,
  'kind' | 'numbers' | 'added' | 'removed' | 'areaCodes' | 'obtainedAt'
> & {
  /** Lines with a number. */
  readonly lines: number
  /** Area codes that the registry had numbers of before and has none of now. */
  readonly lostAreaCodes: readonly number[]
}

/**
 * Takes in the registry, or changes of it, and puts it in force whole: datasets that serve are marked first. Whatever
 * goes wrong, the registry from before stays in force.
 * @throws AppError invalid_request for a line that cannot be read, and for changes without a registry; conflict when
 *   another import was quicker
 */
export async function importRegistry(deps: DoNotCallDeps, input: RegistryImport): Promise<Imported> {
  const { db, olap, clock } = deps
  const now = clock.now()
  const obtainedAt = input.obtainedAt ?? now
  if (obtainedAt > now) throw new AppError('invalid_request', 'The registry cannot be obtained in the future')
  await prepareRegistryTables(olap)
  const before = await findEdition(db)
  const { kind, files } = await openFiles(input.files)
  const base = kind === 'changes' ? requireBase(before, obtainedAt).edition : null
  const empty = { numbers: 0, added: 0, removed: 0, areaCodes: [] }
  const [row] = await db
    .insert(doNotCallEditions)
    .values({ kind, state: 'reading', base, obtainedAt, ...empty, createdAt: now })
    .returning()
  if (!row) throw new AppError('internal', 'The edition was not stored')
  try {
    const lines = await storeNumbers(olap, row, files)
    const counts = await countEdition(olap, row)
    if (counts.numbers === 0) throw new AppError('invalid_request', 'The registry would have no number left')
    for (const version of await listServing(db)) await prepareMarks(olap, version, row.edition)
    const current = await publish(deps, { ...row, ...counts })
    const has = new Set(current.areaCodes)
    const lostAreaCodes = (before?.areaCodes ?? []).filter((code) => !has.has(code))
    return { ...current, lines, lostAreaCodes }
  } catch (error) {
    await db.delete(doNotCallEditions).where(eq(doNotCallEditions.edition, row.edition))
    await dropEdition(olap, row.edition)
    throw error
  }
}

/** @throws AppError */
function requireBase(current: DoNotCallEdition | undefined, obtainedAt: Date): DoNotCallEdition {
  if (!current)
    throw new AppError(
      'invalid_request',
      'This is a list of changes: import a full list of the registry first',
    )
  if (obtainedAt < current.obtainedAt)
    throw new AppError('conflict', 'These changes are older than the registry that is in force')
  return current
}

const BEGINNING = 4_096

type OpenFiles = { readonly kind: ListKind; readonly files: readonly RegistryFile[] }

/** The kind of a list, told by the beginning of its first file; its bytes are read only once. */
async function openFiles(open: RegistryImport['files']): Promise<OpenFiles> {
  const [first, ...rest] = open.map((one) => one())
  if (!first) throw new AppError('invalid_request', 'Please name a file')
  const chunks = first[Symbol.asyncIterator]()
  const held: Uint8Array[] = []
  for (let bytes = 0; bytes < BEGINNING; ) {
    const { value, done } = await chunks.next()
    if (done) break
    held.push(Buffer.from(value))
    bytes += value.length
  }
  async function* again() {
    yield* held
    for (;;) {
      const { value, done } = await chunks.next()
      if (done) return
      yield value
    }
  }
  return { kind: kindOf(Buffer.concat(held)), files: [again(), ...rest] }
}

/** @returns lines with a number */
async function storeNumbers(
  olap: Olap,
  { edition, kind, base }: DoNotCallEdition,
  files: readonly RegistryFile[],
): Promise<number> {
  const [into, names, types] =
    kind === 'full'
      ? [numbersTable, 'number', 'number UInt64']
      : [changesTable, 'number, is_added, line', 'number UInt64, is_added UInt8, line UInt64']
  let lines = 0
  for (const [i, file] of files.entries()) {
    const reader = readNumbers(file, kind)
    // Later files are later changes.
    const later = kind === 'full' ? names : names.replace('line', `line + ${i} * 1000000000000`)
    await olap.insert({
      sql: `INSERT INTO ${into} (edition, ${names}) SELECT {edition:UInt32}, ${later} FROM input('${types}')`,
      format: 'RowBinary',
      params: { edition },
      body: reader.blocks,
    })
    lines += reader.count()
  }
  if (base !== null) await takeChanges(olap, { base, edition })
  return lines
}

/** @throws AppError conflict when the registry that changes were applied to is not in force any more */
async function publish(
  { db, clock }: Pick<DoNotCallDeps, 'db' | 'clock'>,
  { edition, base, numbers, added, removed, areaCodes }: DoNotCallEdition,
): Promise<DoNotCallEdition> {
  return await db.transaction(async (tx) => {
    const now = clock.now()
    const [past] = await tx
      .update(doNotCallEditions)
      .set({ state: 'past', pastSince: now })
      .where(eq(doNotCallEditions.state, 'current'))
      .returning()
    if (base !== null && past?.edition !== base)
      throw new AppError(
        'conflict',
        'Another import has changed the registry meanwhile. Please import again.',
      )
    const [current] = await tx
      .update(doNotCallEditions)
      .set({ state: 'current', numbers, added, removed, areaCodes })
      .where(eq(doNotCallEditions.edition, edition))
      .returning()
    if (!current) throw new AppError('internal', 'The edition is gone')
    const details = { edition, kind: current.kind, numbers, added, removed }
    await recordAudit(tx, { action: 'do_not_call.imported', now, details })
    return current
  })
}

/** From now on no number is marked. @throws AppError not_found without a registry */
export async function removeRegistry({ db, clock }: Pick<DoNotCallDeps, 'db' | 'clock'>): Promise<void> {
  await db.transaction(async (tx) => {
    const now = clock.now()
    const [past] = await tx
      .update(doNotCallEditions)
      .set({ state: 'past', pastSince: now })
      .where(eq(doNotCallEditions.state, 'current'))
      .returning()
    if (!past) throw new AppError('not_found', 'There is no do-not-call registry')
    await recordAudit(tx, { action: 'do_not_call.removed', now, details: { edition: past.edition } })
  })
}
