import { rm } from 'node:fs/promises'
import { connectClickHouse } from '@freeor/clickhouse/remote'
import { openFileBody } from '@freeor/leads/downloads/adapters/file-body'
import { prepareOwnership } from '@freeor/leads/ownership/commands'
import { frozenLeadsTable } from '@freeor/leads/ownership/owned-leads'
import { column } from '@freeor/leads/schema'
import { openFolderStore } from '@freeor/storage/folder'
import { z } from 'zod'

/** What the parent process sends. */
export const exportOrder = z.object({
  clickhouseUrl: z.string(),
  pipesFolder: z.string(),
  folder: z.string(),
  table: z.string(),
  datasetNo: z.int(),
  rowsVersion: z.int(),
  rows: z.int(),
  columns: z.array(column),
})
export type ExportOrder = z.infer<typeof exportOrder>

/** What it gets back. */
export const exportResult = z.object({ bytes: z.int(), seconds: z.number() })

/**
 * The part of a download's job that makes the file, in a process of its own so that its memory can be seen: frozen ids
 * -> the engine's lines -> counted, hashed and synced to a folder. Credits would not cover files of this size.
 */
async function writeFile(order: ExportOrder): Promise<z.infer<typeof exportResult>> {
  const olap = await connectClickHouse({
    url: order.clickhouseUrl,
    pipesFolder: order.pipesFolder,
    log: () => undefined,
  })
  const { datasetNo, rowsVersion, rows, columns } = order
  const id = `dl_bench${rows}`
  await prepareOwnership(olap)
  await olap.write(
    `INSERT INTO ${frozenLeadsTable} (download_id, lead_id, row, frozen_at)
      SELECT '${id}', lead_id, row, now() FROM ${order.table} LIMIT ${rows}`,
  )
  const started = performance.now()
  const { body } = await openFileBody({
    olap,
    file: {
      id,
      datasetNo,
      rowsVersion,
      rows,
      columns,
      sort: [],
      sortColumns: [],
      versionRows: rows,
      format: 'csv',
      fileName: 'bench.csv',
    },
    split: undefined,
    signal: new AbortController().signal,
    onRows: async () => undefined,
  })
  const { bytes } = await openFolderStore(order.folder).write('bench.csv', body)
  const seconds = (performance.now() - started) / 1000
  await olap.close()
  await rm(order.folder, { recursive: true })
  return { bytes, seconds }
}

process.once('message', (message) => {
  void writeFile(exportOrder.parse(message)).then((result) => {
    process.send?.(result)
    process.disconnect()
  })
})
