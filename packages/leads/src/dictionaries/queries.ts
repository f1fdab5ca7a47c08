import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { preparedOnce } from '@freeor/postgres/prepared'
import { asc, desc, eq, gt, sql } from 'drizzle-orm'
import type { Column, Dictionary } from '../schema.ts'
import type { SearchDataset } from '../search/ports.ts'
import { datasets, datasetVersions } from './tables.ts'

type DatasetRow = typeof datasets.$inferSelect
type VersionRow = typeof datasetVersions.$inferSelect

/** The datasets that serve, by name. */
export async function listDictionaries(tx: Tx): Promise<Dictionary[]> {
  const rows = await tx
    .select()
    .from(datasets)
    .innerJoin(datasetVersions, eq(datasetVersions.dictId, datasets.dictId))
    .where(gt(datasets.currentVersion, 0))
    .orderBy(asc(datasets.name), asc(datasets.dictId), desc(datasetVersions.version))
  const byId = Map.groupBy(rows, (row) => row.datasets.dictId)
  return [...byId.values()].flatMap((found) => {
    const [first] = found
    return first
      ? [
          toDictionary(
            first.datasets,
            found.map((row) => row.dataset_versions),
          ),
        ]
      : []
  })
}

/** Read anew by every search, so that the next search after an import already sees what it published. */
const datasetStatement = preparedOnce((tx) =>
  tx
    .select()
    .from(datasets)
    .innerJoin(datasetVersions, eq(datasetVersions.dictId, datasets.dictId))
    .where(eq(datasets.dictId, sql.placeholder('dictId')))
    .orderBy(desc(datasetVersions.version))
    .prepare('find_dataset'),
)

/**
 * A dataset as it serves now, with the columns of version `asOf` when one is given and kept; undefined when there is no
 * such dataset, or before its first import has ended.
 */
export async function findDataset(tx: Tx, dictId: string, asOf?: number): Promise<SearchDataset | undefined> {
  const rows = await datasetStatement(tx).execute({ dictId })
  const [first] = rows
  if (!first || first.datasets.currentVersion === 0) return undefined
  const dictionary = toDictionary(
    first.datasets,
    rows.map((row) => row.dataset_versions),
  )
  const versionColumns = new Map(
    rows.map(({ dataset_versions: { version, columns } }) => [
      version,
      columnsAsOf(columns, dictionary.columns),
    ]),
  )
  const columns = (asOf === undefined ? undefined : versionColumns.get(asOf)) ?? dictionary.columns
  const { datasetNo, revision } = first.datasets
  return { datasetNo, revision, dictionary: { ...dictionary, columns }, versionColumns }
}

/**
 * A column that has become a contact column is one in the older versions too: an old version is no way around the mask.
 */
function columnsAsOf(columns: readonly Column[], present: readonly Column[]): Column[] {
  const contacts = new Set(present.filter(({ contact }) => contact).map(({ key }) => key))
  return columns.map((column) =>
    contacts.has(column.key) ? { ...column, contact: true, facet: false, suggest: false } : column,
  )
}

/**
 * As `findDataset`. A version that is not kept is refused by the search, which names those that are.
 * @throws AppError not_found
 */
export async function getDataset(tx: Tx, dictId: string, asOf?: number): Promise<SearchDataset> {
  const dataset = await findDataset(tx, dictId, asOf)
  if (!dataset) throw new AppError('not_found', 'There is no such dataset')
  return dataset
}

function toDictionary(dataset: DatasetRow, versions: readonly VersionRow[]): Dictionary {
  const serving = versions.find(({ version }) => version === dataset.currentVersion)
  if (!serving)
    throw new AppError('internal', `Version ${dataset.currentVersion} of ${dataset.dictId} has no record`)
  return {
    dictId: dataset.dictId,
    name: dataset.name,
    description: dataset.description,
    columns: serving.columns,
    version: serving.version,
    rows: serving.rows,
    importedAt: serving.importedAt.toISOString(),
    versions: versions.map(({ version, rows, importedAt }) => ({
      version,
      rows,
      importedAt: importedAt.toISOString(),
    })),
    bounds: serving.bounds,
  }
}
