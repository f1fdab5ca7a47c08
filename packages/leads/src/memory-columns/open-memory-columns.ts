import type { Log, Olap } from '@freeor/clickhouse/olap'
import { AppError } from '@freeor/kernel/errors'
import type { KnownColumns } from '../query/condition.ts'
import type { Column } from '../schema.ts'
import { bytesToKeep, MOST_BYTES } from './block-store.ts'
import { type MemoryThreads, startMemoryThreads, usualSlice, usualThreads } from './memory-threads.ts'
import type {
  AskOptions,
  KeptColumn,
  KeptVersion,
  MemoryAnswer,
  MemoryColumns,
  MemoryRequest,
} from './ports.ts'
import { readColumns } from './read-columns.ts'

export type MemoryColumnsOptions = {
  readonly olap: Olap
  readonly log: Log
  /** Bytes that all kept versions take together, at most. */
  readonly budget: number
  /** How many threads search; by default one for each processor, up to four. */
  readonly threads?: number
  /** The fewest blocks of leads that are given to one of several threads. */
  readonly slice?: number
}

/** Keeps the columns of the versions that are searched, in threads of their own. */
export const openMemoryColumns = (options: MemoryColumnsOptions): MemoryColumns => new KeptVersions(options)

/** A version that is kept, or is being read. */
type Entry = {
  readonly key: string
  readonly version: KeptVersion
  bytes: number
  /** Undefined until all of it is there. */
  names: KnownColumns | undefined
  usedAt: number
}

const tableOf = ({ datasetNo, version }: KeptVersion): string => `${datasetNo}/${version}`

const keyOf = ({ datasetNo, version, revision }: KeptVersion): string => `${datasetNo}/${version}/${revision}`

/** A version that could not be kept is not tried again before this many milliseconds. */
const AGAIN_MS = 60_000

/**
 * One version is read at a time. When leads are removed, the dataset gets a new revision, under which its columns are
 * read again. Nobody asks for those of the old one any more: every search reads the revision first.
 */
class KeptVersions implements MemoryColumns {
  private readonly entries = new Map<string, Entry>()
  /** Versions that there is never room for: finding that out reads all of their columns. */
  private readonly tooLarge = new Set<string>()
  /** When other versions could not be kept. */
  private readonly refusedAt = new Map<string, number>()
  private readonly options: MemoryColumnsOptions
  private started: MemoryThreads | undefined
  private reading: Promise<void> | undefined
  private isClosed = false
  private uses = 0

  constructor(options: MemoryColumnsOptions) {
    this.options = options
  }

  namesOf(version: KeptVersion, columns: readonly Column[]): KnownColumns | undefined {
    const key = keyOf(version)
    const entry = this.entries.get(key)
    if (entry) {
      entry.usedAt = ++this.uses
      return entry.names
    }
    const mayBegin = !this.isClosed && this.reading === undefined && !this.tooLarge.has(tableOf(version))
    if (mayBegin && this.mayTry(key)) this.begin(version, columns)
    return undefined
  }

  async ask(
    version: KeptVersion,
    request: MemoryRequest,
    { signal, onPage }: AskOptions = {},
  ): Promise<MemoryAnswer | undefined> {
    const entry = this.entries.get(keyOf(version))
    if (!entry?.names) return undefined
    signal?.throwIfAborted()
    try {
      return await this.threads().ask(entry.key, request, onPage)
    } catch (error) {
      // It was given up while it was asked, for what comes after it.
      if (this.entries.get(entry.key) !== entry) return undefined
      this.say('The columns in memory did not answer', { error: String(error) })
      this.refuse(entry)
      return undefined
    } finally {
      signal?.throwIfAborted()
    }
  }

  forget(version: KeptVersion): void {
    const entry = this.entries.get(keyOf(version))
    if (entry) this.refuse(entry)
  }

  async settled(): Promise<void> {
    await this.reading
  }

  async close(): Promise<void> {
    this.isClosed = true
    await this.started?.stop()
    await this.reading
    this.entries.clear()
  }

  private say(message: string, fields: Record<string, unknown>): void {
    if (!this.isClosed) this.options.log(message, fields)
  }

  private threads(): MemoryThreads {
    if (this.isClosed) throw new AppError('unavailable', 'The columns in memory are closed')
    const { threads = usualThreads, slice = usualSlice } = this.options
    this.started ??= startMemoryThreads({
      ...{ threads, slice },
      onEnd: (error) => {
        this.started = undefined
        this.entries.clear()
        this.say('The columns in memory are gone: searches go to the engine', { error: error.message })
      },
    })
    return this.started
  }

  private mayTry(key: string): boolean {
    const at = this.refusedAt.get(key)
    if (at !== undefined && performance.now() - at < AGAIN_MS) return false
    this.refusedAt.delete(key)
    return true
  }

  private refuse(entry: Entry): void {
    this.refusedAt.set(entry.key, performance.now())
    this.drop(entry)
  }

  private drop(entry: Entry): void {
    if (this.entries.get(entry.key) === entry) this.entries.delete(entry.key)
    this.started?.drop(entry.key)
  }

  private begin(version: KeptVersion, columns: readonly Column[]): void {
    const entry: Entry = { key: keyOf(version), version, bytes: 0, names: undefined, usedAt: ++this.uses }
    this.entries.set(entry.key, entry)
    this.reading = this.read(entry, columns)
      .catch((error: unknown) => {
        this.refuse(entry)
        this.say('The columns of a version could not be read into memory', { error: String(error) })
      })
      .finally(() => {
        this.reading = undefined
      })
  }

  private async read(entry: Entry, columns: readonly Column[]): Promise<void> {
    const begun = performance.now()
    const { datasetNo, version } = entry.version
    const kept = await readColumns(this.options.olap, { datasetNo, version, columns }, this.keeperOf(entry))
    const told = { datasetNo, version, mebibytes: Math.round(entry.bytes / 2 ** 20) }
    if (kept === undefined || this.entries.get(entry.key) !== entry) {
      this.refuse(entry)
      return this.say('The columns of a version are not kept in memory', told)
    }
    entry.names = new Map(kept.map(({ name, kind }) => [name, kind]))
    this.say('The columns of a version are in memory', {
      ...told,
      ms: Math.round(performance.now() - begun),
    })
  }

  private keeperOf(entry: Entry) {
    const { key } = entry
    return {
      open: async (plans: readonly KeptColumn[], rows: number): Promise<boolean> => {
        const threads = this.threads()
        entry.bytes = bytesToKeep({ columns: plans, rows, threads: threads.threadsFor(rows) })
        if (entry.bytes > Math.min(this.options.budget, MOST_BYTES)) {
          this.tooLarge.add(tableOf(entry.version))
          return false
        }
        this.makeRoom(entry)
        await threads.open(key, plans, rows)
        return true
      },
      fill: async (bytes: Uint8Array) => await this.threads().fill(key, bytes),
      seal: async () => await this.threads().seal(key),
    }
  }

  /** Other versions of the dataset go, then what was searched least recently. */
  private makeRoom(entry: Entry): void {
    const { budget } = this.options
    const others = [...this.entries.values()].filter((one) => one !== entry)
    const isSame = ({ version }: Entry) => version.datasetNo === entry.version.datasetNo
    for (const one of others.filter(isSame)) this.drop(one)
    const rest = others.filter((one) => !isSame(one)).sort((a, b) => b.usedAt - a.usedAt)
    let taken = entry.bytes
    for (const one of rest) {
      taken += one.bytes
      // Not read again at once: two datasets that are searched in turn would evict each other with each search.
      if (taken > budget) this.refuse(one)
    }
  }
}
