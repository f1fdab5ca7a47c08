import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Olap } from '@freeor/clickhouse/olap'
import { AppError } from '@freeor/kernel/errors'
import { localFile } from '../import/adapters/local-file.ts'
import { cellName } from '../import/file/plain-rows.ts'
import { readRows } from '../import/file/read-rows.ts'
import { readSample } from '../import/file/read-sample.ts'
import { blockFormat } from '../import/file/row-block.ts'
import { guessRoles } from './guess-roles.ts'
import { ownListLimits } from './limits.ts'
import { ownListRowsTable } from './own-list-tables.ts'
import type { OwnListColumn } from './schema.ts'

export type ReadList = {
  readonly columns: OwnListColumn[]
  readonly rows: number
  readonly rejected: number
}

type Reading = {
  readonly id: string
  readonly file: AsyncIterable<Uint8Array>
  readonly rowsLeft: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Stores the rows of a file in the engine, each cell as it is written. The file lies on the disk while it is read: what
 * it is shows only in pieces from all over it.
 * @throws AppError `payload_too_large`, `rate_limited` beyond the company's rows of a day, `invalid_request` for what is
 *   no table
 */
export async function readList(olap: Olap, { id, file, rowsLeft, signal }: Reading): Promise<ReadList> {
  const folder = await mkdtemp(join(tmpdir(), 'freeor-list-'))
  try {
    const path = join(folder, 'list')
    await pipeline(bounded(file), createWriteStream(path, { mode: 0o600 }), { signal })
    return await storeRows(olap, { id, path, rowsLeft, signal })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function* bounded(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of file) {
    bytes += chunk.length
    if (bytes > ownListLimits.bytes) throw tooLarge()
    yield chunk
  }
}

const count = (value: number) => value.toLocaleString('en-US')

const tooLarge = () =>
  new AppError(
    'payload_too_large',
    `A list may have ${count(ownListLimits.rows)} rows and ${ownListLimits.bytes / 1_000_000} MB`,
  )

type Storing = Omit<Reading, 'file'> & { readonly path: string }

async function storeRows(olap: Olap, { id, path, rowsLeft, signal }: Storing): Promise<ReadList> {
  const source = await localFile(path)
  const sample = await readSample(source)
  const { width, skipRows, isRagged, headers } = sample.layout
  if (width > ownListLimits.columns)
    throw new AppError(
      'invalid_request',
      `A list may have ${ownListLimits.columns} columns, this has ${width}`,
    )
  const scan = { ...sample.dialect, columns: width, isRagged, skipRows, asWritten: true }
  const rejects = { add: () => undefined, drained: async () => undefined }
  const reader = readRows({ source, sample, scan, rejects })
  const cells = Array.from({ length: width }, (_, index) => cellName(index))
  await olap.insert({
    sql: `INSERT INTO ${ownListRowsTable} (list_id, row, cells) SELECT {lst:String}, row, [${cells.join(', ')}]
      FROM input('row UInt64, ${cells.map((cell) => `${cell} String`).join(', ')}')`,
    format: blockFormat,
    params: { lst: id },
    body: withinRows(reader, rowsLeft),
    ...(signal && { signal }),
  })
  const { rows, rejected } = reader.scanner
  if (rows === rejected) throw new AppError('invalid_request', 'No row of the file could be read')
  return { columns: guessRoles(headers, sample.rows), rows: rows - rejected, rejected }
}

async function* withinRows(
  { rows, scanner }: ReturnType<typeof readRows>,
  rowsLeft: number,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of rows) {
    if (scanner.rows > ownListLimits.rows) throw tooLarge()
    if (scanner.rows > rowsLeft)
      throw new AppError(
        'rate_limited',
        `Your company may bring ${count(ownListLimits.rowsPerDay)} rows a day, and ${count(rowsLeft)} of today's are left.`,
      )
    yield chunk
  }
}
