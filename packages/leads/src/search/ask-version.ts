import type { Ask } from '@freeor/clickhouse/olap'
import { Cache, cachePerOwner } from '@freeor/kernel/cache'
import { leadsCaches } from '../limits.ts'
import type { SearchDataset, SearchDeps } from './ports.ts'

type Asking = Pick<SearchDeps, 'olap' | 'statements' | 'answersKept' | 'onAnswer'>
type Statement<Row> = Pick<Ask<Row>, 'sql' | 'params' | 'row'> & Pick<SearchDataset, 'revision'>

const cacheOf = cachePerOwner<SearchDeps['olap'], readonly unknown[], [number | undefined]>(
  (entries) =>
    new Cache<readonly unknown[]>(
      { ...leadsCaches.versionAnswers, ...(entries !== undefined && { entries }) },
      (rows, key) => key.length + JSON.stringify(rows).length,
    ),
)

/**
 * The rows of a statement that reads only tables of versions. A version changes only with its dataset's revision, so the
 * same statement has the same answer: recent answers are cached, by the text and the bound values, which name the version's tables. Not
 * for rows of leads, whose contact cells depend on who owns them, nor for tables that grow.
 */
export async function askVersion<Row>(
  { olap, statements, answersKept, onAnswer }: Asking,
  statement: Statement<Row>,
  signal?: AbortSignal,
): Promise<readonly Row[]> {
  const cache = cacheOf(olap, answersKept)
  const { revision, ...select } = statement
  const key = `${revision} ${statement.sql}\n${JSON.stringify(statement.params ?? {})}`
  const kept = cache.get(key)
  onAnswer?.(kept ? 'kept' : 'engine')
  if (kept) return kept as readonly Row[]
  const rows = await statements.run({ signal }, () => olap.ask({ ...select, ...(signal && { signal }) }))
  cache.set(key, rows)
  return rows
}
