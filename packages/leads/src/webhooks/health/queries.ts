import type { Tx } from '@freeor/postgres/database'
import { sql } from 'drizzle-orm'

/** I21: nothing waits for an endpoint that is off, and a delivery that was made has the attempt that made it. */
export async function checkWebhooks(tx: Tx): Promise<{ invariant: 'I21'; id: string; detail: string }[]> {
  const { rows } = await tx.execute<{ id: string; detail: string }>(sql`
    SELECT d.id, 'waits for a webhook that is off' AS detail
    FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
    WHERE d.state IN ('waiting', 'sending') AND e.state = 'off'
    UNION ALL
    SELECT d.id, 'was delivered, and no attempt says so' FROM webhook_deliveries d
    WHERE d.state = 'delivered' AND NOT EXISTS (
      SELECT 1 FROM webhook_attempts a WHERE a.delivery_id = d.id AND a.status BETWEEN 200 AND 299)
    UNION ALL
    SELECT d.id, format('counts %s attempts, and its log goes to %s', d.attempts, max(a.number))
    FROM webhook_deliveries d JOIN webhook_attempts a ON a.delivery_id = d.id
    GROUP BY d.id HAVING max(a.number) > d.attempts`)
  return rows.map((row) => ({ invariant: 'I21' as const, ...row }))
}
