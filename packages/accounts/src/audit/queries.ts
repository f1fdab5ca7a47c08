import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { auditLog, companies, users } from '../tables.ts'
import type { AuditEntryAnswer, AuditFilter } from './schema.ts'

const actors = alias(users, 'actors')
const subjects = alias(users, 'subjects')

export type AuditPage = {
  readonly limit: number
  /** The sequence of the last entry already seen. */
  readonly before?: number | undefined
}

/**
 * The audit trail, newest first. Emails and names are the present ones; null for a user or company that was deleted.
 */
export async function searchAudit(tx: Tx, filter: AuditFilter, page: AuditPage): Promise<AuditEntryAnswer[]> {
  const isOlder = page.before === undefined ? undefined : lt(auditLog.sequence, page.before)
  return await readEntries(tx, and(isOlder, ...conditions(tx, filter)), page.limit)
}

async function readEntries(tx: Tx, which: SQL | undefined, limit: number): Promise<AuditEntryAnswer[]> {
  const rows = await tx
    .select({
      entry: auditLog,
      actorEmail: actors.email,
      subjectEmail: subjects.email,
      companyName: companies.name,
    })
    .from(auditLog)
    .leftJoin(actors, eq(actors.id, auditLog.actorUserId))
    .leftJoin(subjects, eq(subjects.id, auditLog.subjectUserId))
    .leftJoin(companies, eq(companies.id, auditLog.companyId))
    .where(which)
    .orderBy(desc(auditLog.sequence))
    .limit(limit)
  return rows.map(({ entry, ...names }) => ({ ...entry, ...names, at: entry.at.toISOString() }))
}

function conditions(tx: Tx, filter: AuditFilter): (SQL | undefined)[] {
  const { actor, subject, companyId, action, from, to } = filter
  return [
    actor === undefined ? undefined : isPerson(tx, auditLog.actorUserId, actor),
    subject === undefined ? undefined : isPerson(tx, auditLog.subjectUserId, subject),
    companyId === undefined ? undefined : eq(auditLog.companyId, companyId),
    action === undefined ? undefined : sql`starts_with(${auditLog.action}, ${action})`,
    from === undefined ? undefined : gte(auditLog.at, new Date(from)),
    to === undefined ? undefined : lt(auditLog.at, new Date(to)),
  ]
}

function isPerson(tx: Tx, column: PgColumn, person: string): SQL | undefined {
  if (!person.includes('@')) return eq(column, person)
  const ids = tx.select({ id: users.id }).from(users).where(eq(users.email, person.trim().toLowerCase()))
  return inArray(column, ids)
}

/** The latest actions on, as or by somebody. */
export async function listAuditOfUser(tx: Tx, userId: string, limit: number): Promise<AuditEntryAnswer[]> {
  return await readEntries(
    tx,
    or(eq(auditLog.actorUserId, userId), eq(auditLog.subjectUserId, userId)),
    limit,
  )
}

const pageSize = 1000

/** All entries that match the filter, newest first, a page at a time: the trail may be larger than memory. */
export async function* readAudit(tx: Tx, filter: AuditFilter): AsyncGenerator<AuditEntryAnswer> {
  let before: number | undefined
  for (;;) {
    const page = await searchAudit(tx, filter, { limit: pageSize, before })
    yield* page
    before = page.at(-1)?.sequence
    if (page.length < pageSize) return
  }
}
