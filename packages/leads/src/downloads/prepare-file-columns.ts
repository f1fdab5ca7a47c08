import type { Olap } from '@freeor/clickhouse/olap'
import type { Tx } from '@freeor/postgres/database'
import { requireMarks } from '../do-not-call/prepare-marks.ts'
import { findEditionOf } from '../do-not-call/queries.ts'
import type { FileColumn } from './file-column.ts'
import { freeKey } from './file-columns.ts'
import { applyPreset } from './presets/apply-preset.ts'
import type { DownloadRow } from './tables.ts'

type Marked = Pick<
  DownloadRow,
  'columns' | 'datasetNo' | 'rowsVersion' | 'doNotCallEdition' | 'preset' | 'includesNotes'
>

/** The columns of a file, under the names of the program it is made for. */
export async function prepareFileColumns(
  deps: { readonly db: Tx; readonly olap: Olap },
  file: Marked,
): Promise<FileColumn[]> {
  const marked = await prepareMarkedColumns(deps, file)
  const columns = file.includesNotes ? [...marked, ...noteColumns(marked)] : marked
  return file.preset === null ? columns : applyPreset(file.preset, columns)
}

/**
 * The columns of a file, with one beside each telephone number that says whether it is on the registry: `yes`, `no`, or
 * nothing where that is not known.
 */
async function prepareMarkedColumns(
  { db, olap }: { readonly db: Tx; readonly olap: Olap },
  { columns, datasetNo, rowsVersion, doNotCallEdition }: Marked,
): Promise<FileColumn[]> {
  const edition = doNotCallEdition === null ? undefined : await findEditionOf(db, doNotCallEdition)
  if (!edition) return [...columns]
  const by = { datasetNo, version: rowsVersion, edition: edition.edition }
  await requireMarks(olap, by)
  const taken = new Set(columns.map(({ key }) => key))
  return columns.flatMap((column): FileColumn[] => {
    if (column.kind !== 'phone') return [column]
    const key = freeKey(`${column.key}_do_not_call`, taken)
    const { areaCodes } = edition
    return [
      column,
      {
        ...{ key, label: `${column.label} on the do-not-call registry`, group: column.group, from: '' },
        ...{ kind: 'category', contact: false, facet: false, suggest: false },
        marks: { of: column, by, areaCodes },
      },
    ]
  })
}

/** The columns of what the company says. */
function noteColumns(columns: readonly FileColumn[]): FileColumn[] {
  const taken = new Set(columns.map(({ key }) => key))
  return (['status', 'note'] as const).map((said) => ({
    ...{
      key: freeKey(`lead_${said}`, taken),
      label: `Lead ${said}`,
      group: '',
      kind: 'text',
      from: '',
      said,
    },
    ...{ contact: false, facet: false, suggest: false },
  }))
}
