import type { Olap, OlapSettings } from '@freeor/clickhouse/olap'

/**
 * Writes by two statements at a time, each of one thread. Two threads of a statement that groups by values most of which
 * are there once would each find nearly all groups, and then join them: half as much work again. When one fails, the
 * other statements are tried all the same, and all have ended.
 */
export async function writeSideBySide(
  olap: Olap,
  statements: readonly string[],
  settings: OlapSettings,
): Promise<void> {
  const left = statements.values()
  const write = async () => {
    for (const statement of left)
      await olap.write(statement, {}, { settings: { ...settings, max_threads: 1, max_insert_threads: 1 } })
  }
  const ended = await Promise.allSettled([write(), write()])
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}
