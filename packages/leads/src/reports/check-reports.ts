import type { Tx } from '@freeor/postgres/database'
import { type SQL, sql } from 'drizzle-orm'

export type ReportViolation = { readonly invariant: 'I24'; readonly id: string; readonly detail: string }

/**
 * Each query answers the rows that break a rule, as (id, detail): what was given back; the leads that were sent back; who
 * answered and closed; what is reported; and that nothing waits in two reports of one person.
 */
const checks: readonly SQL[] = [
  sql`
    SELECT r.id, format('says %s leads given back, the ledger has %s in %s lots', coalesce(r.refunded::text, 'no'),
        given.leads, given.lots) AS detail
    FROM reports r
    CROSS JOIN LATERAL (
      SELECT count(*) AS lots, coalesce(sum(line.amount), 0) AS leads,
        coalesce(bool_and(line.company_id = r.company_id AND lot.company_id = r.company_id AND lot.kind = 'refund'
          AND lot.granted = line.amount), true) AS is_right
      FROM credit_ledger line JOIN credit_lots lot ON lot.id = line.lot_id
      WHERE line.subject_id = r.subject_id AND line.kind = 'refund' AND line.reason = 'Report ' || r.id) given
    WHERE given.lots <> (r.refunded IS NOT NULL)::int OR given.leads <> coalesce(r.refunded, 0) OR NOT given.is_right`,
  sql`
    SELECT r.id, format('is about %s leads sent back; %s wait, %s were given back, %s refused', coalesce(r.leads, 0),
        sent.waiting, sent.refunded, sent.refused) AS detail
    FROM reports r
    CROSS JOIN LATERAL (
      SELECT count(*) AS leads, count(*) FILTER (WHERE state = 'open') AS waiting,
        count(*) FILTER (WHERE state = 'refunded') AS refunded, count(*) FILTER (WHERE state = 'refused') AS refused
      FROM returned_leads lead WHERE lead.report_id = r.id) sent
    WHERE sent.leads <> coalesce(r.leads, 0) OR sent.leads <> CASE
      WHEN r.refunded IS NOT NULL AND r.leads IS NOT NULL THEN sent.refunded
      WHEN r.state = 'closed' THEN sent.refused
      ELSE sent.waiting END`,
  sql`
    SELECT lead.report_id AS id, format('is gone, and %s leads wait for it', count(*)) AS detail
    FROM returned_leads lead
    WHERE lead.state = 'open' AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.id = lead.report_id)
    GROUP BY lead.report_id`,
  sql`
    SELECT r.id, 'nobody is known to have ' || done.what AS detail
    FROM reports r
    CROSS JOIN LATERAL (VALUES ('closed it', 'closed', r.closed_at), ('answered it', 'answered', r.answered_at))
      AS done (what, flag, at)
    WHERE done.at IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM audit_log a
      WHERE a.subject_user_id = r.user_id AND a.at = done.at AND a.action = 'report.handled' AND a.object_id = r.id
        AND a.actor_user_id IS NOT NULL AND a.details ->> done.flag = 'true')`,
  sql`
    SELECT id, 'has an answer without its time, or a time without an answer' AS detail
    FROM reports WHERE (answer IS NULL) <> (answered_at IS NULL)`,
  sql`
    SELECT r.id, 'is of a file that does not say so, or of another company' AS detail
    FROM reports r JOIN downloads d ON d.id = r.subject_id
    WHERE r.kind = 'download' AND (NOT d.reported OR d.company_id <> r.company_id)
    UNION ALL
    SELECT s.id, format('names report %s, which is none of this search', s.report_id) FROM saved_searches s
    WHERE s.report_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM reports r WHERE r.id = s.report_id AND r.subject_id = s.id AND r.user_id = s.user_id)`,
  sql`
    SELECT min(id) AS id, format('is one of %s of the same that are open', count(*)) AS detail
    FROM reports WHERE state = 'open' AND refunded IS NULL
    GROUP BY subject_id, user_id, leads IS NULL HAVING count(*) > 1`,
]

/** I24: what reports say was given back, sent back, answered and closed is so. */
export async function checkReports(tx: Tx): Promise<ReportViolation[]> {
  const violations: ReportViolation[] = []
  for (const query of checks) {
    const { rows } = await tx.execute<{ id: string; detail: string }>(query)
    violations.push(...rows.map((row) => ({ invariant: 'I24' as const, ...row })))
  }
  return violations
}
