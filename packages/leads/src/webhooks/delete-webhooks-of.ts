import type { Tx } from '@freeor/postgres/database'
import { eq, inArray } from 'drizzle-orm'
import { webhookEndpoints } from './tables.ts'

type Leaving = { readonly userId: string; readonly companyIds: readonly string[] }

/** With a person's account go the webhooks of their companies; those they added elsewhere stay that company's. */
export async function deleteWebhooksOf(tx: Tx, { userId, companyIds }: Leaving): Promise<void> {
  if (companyIds.length > 0)
    await tx.delete(webhookEndpoints).where(inArray(webhookEndpoints.companyId, [...companyIds]))
  await tx.update(webhookEndpoints).set({ userId: null }).where(eq(webhookEndpoints.userId, userId))
}
