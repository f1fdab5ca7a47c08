import { mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log, Olap } from '@freeor/clickhouse/olap'
import { startWorkerThread, type WorkerThread } from '@freeor/kernel/worker-thread'
import type { Database } from '@freeor/postgres/database'
import { doEach, throwFailures } from '@freeor/postgres/do-each'
import { and, eq } from 'drizzle-orm'
import { leadTable } from '../dictionaries/lead-table.ts'
import { datasets, datasetVersions } from '../dictionaries/tables.ts'
import type { Column } from '../schema.ts'
import { packVersion } from './pack-version.ts'
import { leadsOf, type PackedLead } from './page-columns.ts'
import { readRowSet } from './read-row-set.ts'
import { measureLeads, readTableState, type TableState } from './read-table-state.ts'
import type { FileState, Messages } from './reading-worker.ts'

type Version = { readonly datasetNo: number; readonly version: number }
type ReadVersion = Version & { readonly columns: readonly Column[] }

/** The cells of each lead of the serving versions as one text, in files of this server. */
export type PackedRows = {
  /** Whether a version has packed rows now. */
  has(version: Version): boolean
  /**
   * What a page reads of the leads of some rows, in the order of the rows, without those that are not there.
   * @returns undefined where the version has no packed rows (any more): its own table answers then
   */
  read(version: ReadVersion, rows: readonly number[]): Promise<PackedLead[] | undefined>
  /**
   * Packs the serving versions that are not packed, erases leads that were removed, and removes files that no version
   * needs. May be cut short and repeated; calls wait for each other.
   * @returns how many versions were packed
   */
  tend(options?: TendOptions): Promise<number>
  close(): Promise<void>
}

export type TendOptions = {
  /** In a smaller version a page comes as quickly from its own table; 100,000 unless told. */
  readonly leastRows?: number
  /** Bytes of the disk that stay free; 2 GiB unless told. */
  readonly keepFree?: number
  readonly signal?: AbortSignal
}

export type PackedRowsOptions = {
  readonly db: Database
  readonly olap: Olap
  /** Nothing else is in it. It is made where there is none. */
  readonly folder: string
  readonly log: Log
}

const LEAST_ROWS = 100_000
const readingCaps = { seconds: 3_600, bytes: 2 ** 30 }
const KEEP_FREE = 2 * 2 ** 30

export const openPackedRows = (options: PackedRowsOptions): PackedRows => new PackedVersions(options)

type Serving = ReadVersion & { readonly rows: number }
type Tending = { readonly keepFree: number; readonly signal: AbortSignal }
type Looking = { readonly leads: string; readonly table: TableState; readonly signal: AbortSignal }

class PackedVersions implements PackedRows {
  private readonly options: PackedRowsOptions
  /** Those that are open. */
  private readonly files = new Map<string, FileState>()
  private started: WorkerThread<Messages> | undefined
  /** Versions of which the log was told that they found no room, so that it is told once. */
  private readonly withoutRoom = new Set<string>()
  private tending: Promise<unknown> = Promise.resolve()

  constructor(options: PackedRowsOptions) {
    this.options = options
  }

  has(version: Version): boolean {
    return this.files.has(nameOf(version))
  }

  async read(version: ReadVersion, rows: readonly number[]): Promise<PackedLead[] | undefined> {
    const name = nameOf(version)
    const file = this.files.get(name)
    if (!file) return undefined
    try {
      const texts = await this.thread().send({ do: 'read', path: this.pathOf(name), rows })
      return leadsOf(texts, version.columns)
    } catch (error) {
      // It was removed or replaced meanwhile, for what comes after it.
      if (this.files.get(name) !== file) return undefined
      this.options.log('Packed rows could not be read', { name, error: String(error) })
      await this.remove(name)
      return undefined
    }
  }

  async tend(options: TendOptions = {}): Promise<number> {
    const mine = this.tending.then(async () => await this.tendAll(options))
    this.tending = mine.catch(() => undefined)
    return await mine
  }

  private async tendAll({
    leastRows = LEAST_ROWS,
    keepFree = KEEP_FREE,
    signal = new AbortController().signal,
  }: TendOptions): Promise<number> {
    const { db, folder } = this.options
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const serving = await listServing(db)
    const wanted = new Set(serving.map(nameOf))
    for (const name of await readdir(folder)) if (!wanted.has(name)) await this.remove(name)
    let packed = 0
    const large = serving.filter(({ rows }) => rows >= leastRows)
    throwFailures(
      await doEach(large, nameOf, async (version) => {
        signal.throwIfAborted()
        if (await this.tendOne(version, { keepFree, signal })) packed += 1
      }),
    )
    return packed
  }

  async close(): Promise<void> {
    this.files.clear()
    await this.started?.stop()
    this.started = undefined
  }

  /** @returns whether the version was packed */
  private async tendOne(version: Serving, { keepFree, signal }: Tending): Promise<boolean> {
    const { olap, log } = this.options
    const [name, leads] = [nameOf(version), leadTable(version.datasetNo, version.version)]
    const table = await readTableState(olap, leads)
    if (await this.isReady(name, { leads, table, signal })) return false
    await this.remove(name)
    // Not while its parts are being merged: both would take longer.
    if (table.parts !== 1) return false
    const { columns } = version
    const { lastRow, bytes } = await measureLeads(olap, { leads, columns })
    if (!(await this.hasRoom(name, bytes + keepFree))) return false
    const begun = performance.now()
    const path = this.pathOf(name)
    await packVersion({ olap, signal }, { leads, columns }, { path, table: table.id, lastRow })
    this.files.set(name, await this.open(name))
    log('The rows of a version are packed', { name, ms: Math.round(performance.now() - begun) })
    return true
  }

  /** Whether the version has packed rows, of all its leads and of no others. */
  private async isReady(name: string, { leads, table, signal }: Looking): Promise<boolean> {
    const file = this.files.get(name) ?? (await this.open(name).catch(() => undefined))
    if (file?.table !== table.id) return false
    this.files.set(name, file)
    if (file.leads === table.leads) return true
    const { olap, log } = this.options
    try {
      const sql = `SELECT toUInt32(row) FROM ${leads}`
      const rows = await readRowSet(
        await olap.stream({ sql, pool: 'writer', format: 'RowBinary', caps: readingCaps, signal }),
      )
      const left = await this.thread().send({ do: 'keep', path: this.pathOf(name), rows: rows.bits })
      this.files.set(name, left)
      return left.leads === rows.size
    } catch (error) {
      signal.throwIfAborted()
      log('Removed leads could not be erased from packed rows', { name, error: String(error) })
      return false
    }
  }

  private thread(): WorkerThread<Messages> {
    this.started ??= startWorkerThread(new URL('./reading-worker.ts', import.meta.url), {
      name: 'packed rows',
      onEnd: (error) => {
        this.started = undefined
        this.files.clear()
        this.options.log('The thread of packed rows is gone', { error: String(error) })
      },
    })
    return this.started
  }

  /** @throws Error when there is no such file, or when it is not whole */
  private async open(name: string): Promise<FileState> {
    return await this.thread().send({ do: 'open', path: this.pathOf(name) })
  }

  private async remove(name: string): Promise<void> {
    const path = this.pathOf(name)
    this.files.delete(name)
    // It may not be open.
    await this.started?.send({ do: 'close', path }).catch(() => undefined)
    await rm(path, { force: true })
  }

  private pathOf(name: string): string {
    return join(this.options.folder, name)
  }

  private async hasRoom(name: string, needed: number): Promise<boolean> {
    const { folder, log } = this.options
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    const isRoom = free >= needed
    if (isRoom) this.withoutRoom.delete(name)
    else if (!this.withoutRoom.has(name)) {
      this.withoutRoom.add(name)
      log('The disk has no room for the packed rows of a version: its own table answers', {
        name,
        free,
        needed,
      })
    }
    return isRoom
  }
}

const nameOf = ({ datasetNo, version }: Version): string => `${datasetNo}_v${version}.rows`

const listServing = async (db: Database): Promise<Serving[]> =>
  await db
    .select({
      datasetNo: datasets.datasetNo,
      version: datasetVersions.version,
      rows: datasetVersions.rows,
      columns: datasetVersions.columns,
    })
    .from(datasets)
    .innerJoin(
      datasetVersions,
      and(eq(datasetVersions.dictId, datasets.dictId), eq(datasetVersions.version, datasets.currentVersion)),
    )
