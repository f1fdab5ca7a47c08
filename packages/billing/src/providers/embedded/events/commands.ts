import { doEach, throwFailures } from '@freeor/postgres/do-each'
import { asc, eq, isNull } from 'drizzle-orm'
import type { EmbeddedDeps } from '../ports.ts'
import { sign, signatureHeader } from '../signature.ts'
import { embeddedEvents } from '../tables.ts'

/** Accepts a signed webhook as the endpoint does; throws when it was not accepted. */
export type Receive = (rawBody: Uint8Array, headers: Headers) => Promise<void>

/**
 * Sends the events that have not been answered yet, in order and signed. One that is not accepted stays for the next
 * run, and those after it are sent: an event only says what to read again, so their order does not matter. One that was
 * accepted just before a crash is sent again: the receiver knows its id.
 * @returns how many were accepted
 * @throws AggregateError naming those that were not, after all others were
 */
export async function deliverEvents(deps: EmbeddedDeps, receive: Receive): Promise<number> {
  const open = await deps.db
    .select()
    .from(embeddedEvents)
    .where(isNull(embeddedEvents.deliveredAt))
    .orderBy(asc(embeddedEvents.sequence))
    .limit(500)
  throwFailures(
    await doEach(
      open,
      ({ id }) => id,
      (event) => deliver(deps, event, receive),
    ),
  )
  return open.length
}

async function deliver(
  deps: EmbeddedDeps,
  { id, type, objectKind, objectId, accountCode, at }: typeof embeddedEvents.$inferSelect,
  receive: Receive,
): Promise<void> {
  const body = { id, type, object: { kind: objectKind, id: objectId }, accountCode, at: at.toISOString() }
  const rawBody = new TextEncoder().encode(JSON.stringify(body))
  const signature = sign(deps.secret, rawBody, deps.clock.now())
  await receive(rawBody, new Headers({ [signatureHeader]: signature, 'content-type': 'application/json' }))
  await deps.db.update(embeddedEvents).set({ deliveredAt: deps.clock.now() }).where(eq(embeddedEvents.id, id))
}
