import type { Tx } from './database.ts'

/**
 * A statement for a query that many calls use. It is built once per database and, by its name, planned once per
 * connection. `prepare` ends with Drizzle's `.prepare('a_name')`: the name belongs to this one text in the whole
 * product.
 */
export function preparedOnce<Statement>(prepare: (tx: Tx) => Statement): (tx: Tx) => Statement {
  const statements = new WeakMap<Tx, Statement>()
  return (tx) => {
    const kept = statements.get(tx)
    if (kept) return kept
    const made = prepare(tx)
    statements.set(tx, made)
    return made
  }
}
