import { AppError } from '@freeor/kernel/errors'
import type { Database } from '@freeor/postgres/database'
import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import type { Column, Dictionary } from '../schema.ts'
import { datasets, datasetVersions } from './tables.ts'

type Dataset = typeof datasets.$inferSelect
type Version = typeof datasetVersions.$inferSelect

/** Every dictionary that has a version, by name. */
export async function listDictionaries(db: Database): Promise<Dictionary[]> {
  const serving = await db
    .select()
    .from(datasets)
    .where(gt(datasets.currentVersion, 0))
    .orderBy(datasets.name, datasets.dictId)
  const versions = await versionsOf(
    db,
    serving.map(({ dictId }) => dictId),
  )
  return serving.map((dataset) => {
    const own = versions.filter(({ dictId }) => dictId === dataset.dictId)
    return present(dataset, own, currentOf(dataset, own))
  })
}

/**
 * One dictionary, with the columns of the version `asOf` or of the one that serves.
 * @throws AppError `not_found` for a dictionary without a version; `gone` for a version that is not kept any more.
 */
export async function getDictionary(db: Database, dictId: string, asOf?: number): Promise<Dictionary> {
  const { dataset, version, all } = await find(db, dictId, asOf)
  return present(dataset, all, version)
}

/** What a search or a download reads. */
export type SearchableVersion = {
  readonly dictId: string
  /** Numbers its tables: `leadTable(datasetNo, version)`. */
  readonly datasetNo: number
  readonly version: number
  readonly columns: readonly Column[]
  readonly rows: number
  readonly bounds: readonly [number, number, number, number] | null
  /** Numbers of all versions kept, newest first. */
  readonly kept: readonly number[]
}

/**
 * The version that `asOf` names, or the one that serves.
 * @throws AppError `not_found` for a dictionary without a version; `gone` for a version that is not kept any more.
 */
export async function getSearchableVersion(
  db: Database,
  dictId: string,
  asOf?: number,
): Promise<SearchableVersion> {
  const { dataset, version, all } = await find(db, dictId, asOf)
  return {
    dictId,
    datasetNo: dataset.datasetNo,
    version: version.version,
    columns: version.columns,
    rows: version.rows,
    bounds: version.bounds ?? null,
    kept: all.map((one) => one.version),
  }
}

type Found = { readonly dataset: Dataset; readonly version: Version; readonly all: readonly Version[] }

async function find(db: Database, dictId: string, asOf: number | undefined): Promise<Found> {
  const [dataset] = await db
    .select()
    .from(datasets)
    .where(and(eq(datasets.dictId, dictId), gt(datasets.currentVersion, 0)))
  if (!dataset) throw new AppError('not_found', `There is no dictionary ${dictId}`)
  const all = await versionsOf(db, [dictId])
  const version = asOf === undefined ? currentOf(dataset, all) : all.find((one) => one.version === asOf)
  if (!version) {
    const isPast = asOf !== undefined && asOf < dataset.currentVersion
    throw new AppError(isPast ? 'gone' : 'not_found', `Version ${asOf} of ${dictId} is not kept`, {
      details: { versions: all.map((one) => one.version) },
    })
  }
  return { dataset, version, all }
}

const versionsOf = async (db: Database, dictIds: readonly string[]): Promise<Version[]> =>
  dictIds.length === 0
    ? []
    : await db
        .select()
        .from(datasetVersions)
        .where(inArray(datasetVersions.dictId, [...dictIds]))
        .orderBy(desc(datasetVersions.version))

/** Read in two statements: between them a newer version may have come to serve, and the older one gone. */
function currentOf(dataset: Dataset, versions: readonly Version[]): Version {
  const current = versions.find(({ version }) => version === dataset.currentVersion) ?? versions[0]
  if (!current) throw new AppError('not_found', `There is no dictionary ${dataset.dictId}`)
  return current
}

function present(dataset: Dataset, versions: readonly Version[], shown: Version): Dictionary {
  return {
    dictId: dataset.dictId,
    name: dataset.name,
    description: dataset.description,
    columns: shown.columns,
    version: shown.version,
    rows: shown.rows,
    importedAt: shown.importedAt.toISOString(),
    versions: versions.map(({ version, rows, importedAt }) => ({
      version,
      rows,
      importedAt: importedAt.toISOString(),
    })),
    bounds: shown.bounds ?? null,
  }
}
