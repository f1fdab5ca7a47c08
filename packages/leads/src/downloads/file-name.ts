import type { Download } from './schema.ts'

const extensions: Record<Download['format'], string> = {
  csv: 'csv',
  'csv-bom': 'csv',
  xlsx: 'xlsx',
  jsonl: 'jsonl',
  parquet: 'parquet',
}

const contentTypes: Record<Download['format'], string> = {
  csv: 'text/csv; charset=utf-8',
  'csv-bom': 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/jsonl; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
}

/** `plumbers-in-texas-2026-03-01.csv`: the search's name in plain ASCII, and the day in UTC. */
export function fileNameOf(search: { name: string; dictId: string }, day: Date, format: Download['format']) {
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60)
      .replace(/-+$/, '')
  const stem = plain(search.name) || search.dictId
  return `${stem}-${day.toISOString().slice(0, 10)}.${extensions[format]}`
}

export const extensionOf = (fileName: string): string => fileName.slice(fileName.lastIndexOf('.') + 1)

/** The name of a ZIP of several files that would be called `fileName`. */
export const zipName = (fileName: string): string => fileName.replace(/\.[a-z]+$/, '.zip')

/** `plumbers-in-texas-2026-03-01-002.csv`: the names of a ZIP's files sort in their order. */
export const partName = (fileName: string, number: number): string =>
  fileName.replace(/(\.[a-z]+)$/, `-${String(number).padStart(3, '0')}$1`)

export const contentTypeOf = ({ format, parts }: Pick<Download, 'format' | 'parts'>): string =>
  parts ? 'application/zip' : contentTypes[format]
