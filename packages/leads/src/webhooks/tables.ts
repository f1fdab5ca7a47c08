import { companies, users } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Where a company wants to be told of what happens. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** Who added it; it stays when they leave. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    url: text('url').notNull(),
    events: text('events').array().notNull(),
    /** Its secret is derived from the server's, its id and this number. */
    secretNo: integer('secret_no').notNull().default(1),
    /** Until then the former secret signs too. */
    formerSecretUntil: instant('former_secret_until'),
    state: text('state', { enum: ['active', 'off'] }).notNull(),
    /** Why it is off: somebody turned it off, it failed for days, or it answered that it is gone. */
    offReason: text('off_reason', { enum: ['by_hand', 'failing', 'gone'] }),
    /** Since when every delivery has failed. */
    failingSince: instant('failing_since'),
    /** When the owner was told that it fails. */
    toldAt: instant('told_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('webhook_endpoints_company').on(table.companyId, table.createdAt),
    index('webhook_endpoints_user').on(table.userId),
    check('webhook_endpoints_state', sql`(${table.state} = 'off') = (${table.offReason} IS NOT NULL)`),
  ],
)

/** One event for one endpoint, from the transaction in which it happened until it is forgotten. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** The `webhook-id`, the same at every attempt. */
    id: text('id').primaryKey(),
    endpointId: text('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    event: text('event').notNull(),
    /** What is sent, to the byte. */
    body: text('body').notNull(),
    state: text('state', { enum: ['waiting', 'sending', 'delivered', 'failed'] }).notNull(),
    /** Attempts in all, and since it was sent again by hand. */
    attempts: integer('attempts').notNull().default(0),
    tries: integer('tries').notNull().default(0),
    /** While it is being sent: until when the sender has it. */
    nextAttemptAt: instant('next_attempt_at').notNull(),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('webhook_deliveries_endpoint').on(table.endpointId, table.createdAt),
    index('webhook_deliveries_due').on(table.nextAttemptAt).where(sql`state IN ('waiting', 'sending')`),
    index('webhook_deliveries_ended').on(table.endedAt).where(sql`ended_at IS NOT NULL`),
    check(
      'webhook_deliveries_state',
      sql`(${table.state} IN ('delivered', 'failed')) = (${table.endedAt} IS NOT NULL)`,
    ),
  ],
)

/** What came of each attempt. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    deliveryId: text('delivery_id')
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    at: instant('at').notNull(),
    milliseconds: integer('milliseconds').notNull(),
    /** The answer's status; null when there was none. */
    status: integer('status'),
    error: text('error'),
  },
  (table) => [
    primaryKey({ columns: [table.deliveryId, table.number] }),
    check('webhook_attempts_outcome', sql`(${table.status} IS NULL) = (${table.error} IS NOT NULL)`),
  ],
)
