/** A page of the table as it was read. */
export type ReadPage<Row> = { readonly total: number; readonly members: readonly Row[] }

export type MemberPagesOptions<Row> = {
  readonly pageSize: number
  /** Reads the rows from `offset` on. */
  readonly read: (offset: number) => Promise<ReadPage<Row>>
  readonly onChange: () => void
  /** How long to wait before a read that failed is tried again; 2 s unless told. */
  readonly retryMs?: number
}

type Page<Row> = { readonly rows: readonly Row[]; readonly version: number }

/**
 * The pages of a table of which only a window is shown. An event makes every page stale; those in the window are read
 * again, the others when they come into it. A read counts for the version it began with, so an answer that was
 * overtaken never replaces a newer one. Once no more events come, what is shown equals a fresh query.
 */
export class MemberPages<Row> {
  readonly #options: MemberPagesOptions<Row>
  readonly #pages = new Map<number, Page<Row>>()
  readonly #reading = new Set<number>()
  #version = 1
  #total = 0
  #totalVersion = 0
  #window: readonly [number, number] = [0, 0]
  #isClosed = false

  constructor(options: MemberPagesOptions<Row>, first: ReadPage<Row>) {
    this.#options = options
    this.#keep(0, first, 0)
  }

  get total(): number {
    return this.#total
  }

  /** The row at a position of the whole table; undefined while it is not read. */
  row(index: number): Row | undefined {
    const { pageSize } = this.#options
    return this.#pages.get(Math.floor(index / pageSize))?.rows[index % pageSize]
  }

  /** What is shown, both included. */
  show(first: number, last: number): void {
    this.#window = [first, last]
    this.#readStale()
  }

  /** Something changed: everything is to be read again. */
  refresh(): void {
    this.#version += 1
    this.#readStale()
  }

  close(): void {
    this.#isClosed = true
  }

  #readStale(): void {
    const { pageSize } = this.#options
    const [first, last] = this.#window
    for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page++) {
      const isFresh = this.#pages.get(page)?.version === this.#version
      // One read a page at a time: what happens meanwhile is read once it is there.
      if (!isFresh && !this.#reading.has(page)) void this.#read(page)
    }
  }

  async #read(page: number): Promise<void> {
    const { read, pageSize, retryMs = 2_000, onChange } = this.#options
    const version = this.#version
    this.#reading.add(page)
    try {
      const answer = await read(page * pageSize)
      if (this.#isClosed) return
      this.#keep(page, answer, version)
      onChange()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    } finally {
      this.#reading.delete(page)
    }
    if (!this.#isClosed) this.#readStale()
  }

  #keep(page: number, { members, total }: ReadPage<Row>, version: number): void {
    this.#pages.set(page, { rows: members, version })
    if (version < this.#totalVersion) return
    this.#total = total
    this.#totalVersion = version
  }
}
