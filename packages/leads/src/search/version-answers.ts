import type { Ask } from '@freeor/clickhouse/olap'
import type { SearchDeps } from './ports.ts'

type Asking = Pick<SearchDeps, 'olap' | 'statements' | 'answersKept'>
type Statement<Row> = Pick<Ask<Row>, 'sql' | 'params' | 'row'>

/** Answers kept an engine unless told, and their size in characters: some 32 MB at most. */
const ANSWERS = 500
const CHARACTERS = 16_000_000
/** A larger answer, a map of all hexagons say, would push out too many others. */
const LARGEST = 1_000_000

type Kept = { rows: readonly unknown[]; size: number }
type Memory = { answers: Map<string, Kept>; size: number }

/** By engine, so that what one answered is never taken for another's. */
const memories = new WeakMap<SearchDeps['olap'], Memory>()

/**
 * The rows of a statement over tables of versions and nothing else. A version never changes, so what it once answered
 * it answers again: the recent answers are kept, by the text and the bound values, which name the version's tables.
 * Not for rows of leads, whose contact cells belong to whoever owns them, nor for tables that grow.
 */
export async function askVersion<Row>(
  { olap, statements, answersKept = ANSWERS }: Asking,
  statement: Statement<Row>,
  signal?: AbortSignal,
): Promise<readonly Row[]> {
  const memory = memories.get(olap) ?? { answers: new Map(), size: 0 }
  memories.set(olap, memory)
  const key = `${statement.sql}\n${JSON.stringify(statement.params ?? {})}`
  const kept = memory.answers.get(key)
  if (kept) {
    // Put last again: the first is the one longest unused.
    memory.answers.delete(key)
    memory.answers.set(key, kept)
    return kept.rows as readonly Row[]
  }
  const rows = await statements.run({ signal }, () => olap.ask({ ...statement, ...(signal && { signal }) }))
  keep(memory, { key, rows }, answersKept)
  return rows
}

type Answer = { key: string; rows: readonly unknown[] }

function keep(memory: Memory, { key, rows }: Answer, most: number): void {
  const size = key.length + JSON.stringify(rows).length
  if (size > LARGEST || memory.answers.has(key)) return
  memory.answers.set(key, { rows, size })
  memory.size += size
  for (const [oldest, { size: freed }] of memory.answers) {
    if (memory.answers.size <= most && memory.size <= CHARACTERS) return
    memory.answers.delete(oldest)
    memory.size -= freed
  }
}
