import type { Tx } from '@freeor/postgres/database'
import { eq, sql } from 'drizzle-orm'
import { auditLog, users } from '../tables.ts'
import type { ImpersonationAnswer } from './schema.ts'
import { impersonatedWrites, impersonations } from './tables.ts'

/** The impersonation of a session; undefined when it is a normal one. `userId` and `email` are the super admin's. */
export async function findRunning(tx: Tx, sessionId: string): Promise<ImpersonationAnswer | undefined> {
  const [row] = await tx
    .select({ impersonation: impersonations, email: users.email })
    .from(impersonations)
    .innerJoin(users, eq(users.id, impersonations.actorUserId))
    .where(eq(impersonations.sessionId, sessionId))
  if (!row) return undefined
  const { id, actorUserId, reason, startedAt, endsAt } = row.impersonation
  return {
    id,
    userId: actorUserId,
    email: row.email,
    reason,
    startedAt: startedAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }
}

/** As `findRunning`. @throws Error when there is none, since it was just made. */
export async function getRunning(tx: Tx, sessionId: string): Promise<ImpersonationAnswer> {
  const running = await findRunning(tx, sessionId)
  if (!running) throw new Error('An impersonation was there and then was not')
  return running
}

export type ImpersonationViolation = {
  readonly invariant: 'I10'
  readonly id: string
  readonly detail: string
}

/**
 * Violations of I10: a write under impersonation without its audit row of the same request, actor and subject; an
 * impersonation of which nobody was notified; an audit row of an impersonated request that names another actor.
 */
export async function checkImpersonations(tx: Tx): Promise<ImpersonationViolation[]> {
  const { rows } = await tx.execute(sql`
    SELECT w.request_id AS id, 'a write under impersonation (' || w.operation || ') without its audit row' AS detail
    FROM ${impersonatedWrites} w JOIN ${impersonations} i ON i.id = w.impersonation_id
    WHERE NOT EXISTS (
      SELECT FROM ${auditLog} a WHERE a.action = 'impersonation.wrote' AND a.object_id = w.request_id
        AND a.actor_user_id = i.actor_user_id AND a.subject_user_id = i.subject_user_id
        AND a.details->>'operation' = w.operation)
    UNION ALL
    SELECT a.object_id, 'an audit row of a write under impersonation that was never let through'
    FROM ${auditLog} a
    WHERE a.action = 'impersonation.wrote'
      AND NOT EXISTS (SELECT FROM ${impersonatedWrites} w WHERE w.request_id = a.object_id)
    UNION ALL
    SELECT i.id, 'an impersonation without an audit row of its start'
    FROM ${impersonations} i
    WHERE NOT EXISTS (
      SELECT FROM ${auditLog} a WHERE a.action = 'impersonation.started' AND a.object_id = i.id
        AND a.actor_user_id = i.actor_user_id AND a.subject_user_id = i.subject_user_id)
    UNION ALL
    SELECT a.id, 'what was done under impersonation names another actor than the super admin'
    FROM ${auditLog} a JOIN ${impersonations} i ON i.id = a.details->>'impersonationId'
    WHERE a.actor_user_id IS DISTINCT FROM i.actor_user_id
      OR NOT EXISTS (
        SELECT FROM ${impersonatedWrites} w
        WHERE w.impersonation_id = i.id AND w.request_id = coalesce(a.details->>'requestId', a.object_id))
    UNION ALL
    SELECT s.id, 'a session under impersonation that no record tells of, or that outlasts its hour'
    FROM sessions s LEFT JOIN ${impersonations} i ON i.session_id = s.id
    WHERE s.impersonated_by IS NOT NULL
      AND (i.id IS NULL OR i.actor_user_id <> s.impersonated_by OR i.subject_user_id <> s.user_id
        OR s.expires_at > i.started_at + interval '61 minutes')`)
  return rows.map(({ id, detail }) => ({ invariant: 'I10', id: String(id), detail: String(detail) }))
}
