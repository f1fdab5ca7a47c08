import { desc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../ports.ts'
import type { AddressStop, MailReturn, StopKind } from './schema.ts'
import { mailReturns, stoppedAddresses } from './tables.ts'

/** The stops among these addresses, by the address in lower case. */
export async function findStops(tx: Tx, addresses: readonly string[]): Promise<Map<string, AddressStop>> {
  if (addresses.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(stoppedAddresses)
    .where(
      inArray(
        stoppedAddresses.address,
        addresses.map((address) => address.toLowerCase()),
      ),
    )
  return new Map(rows.map(({ address, ...stop }) => [address, stop]))
}

const weight: Readonly<Record<StopKind, number>> = { soft: 0, complaint: 1, hard: 2 }

/** How these mails came back, the worst of each; a mail that did not is left out. */
export async function findReturns(tx: Tx, mailIds: readonly string[]): Promise<Map<string, MailReturn>> {
  const found = new Map<string, MailReturn>()
  if (mailIds.length === 0) return found
  const rows = await tx
    .select()
    .from(mailReturns)
    .where(inArray(mailReturns.mailId, [...mailIds]))
    .orderBy(desc(mailReturns.receivedAt))
  for (const { mailId, kind, reason, receivedAt } of rows) {
    if (mailId === null || kind === 'other' || kind === 'auto-reply') continue
    const before = found.get(mailId)
    if (!before || weight[kind] > weight[before.kind]) found.set(mailId, { kind, reason, receivedAt })
  }
  return found
}

/** What is kept of mail to an address that came back, for whoever it belongs to. */
export async function readReturnsOf(tx: Tx, address: string) {
  const key = address.toLowerCase()
  const { kind, reason, receivedAt } = mailReturns
  const [stop] = await tx.select().from(stoppedAddresses).where(eq(stoppedAddresses.address, key))
  const returned = await tx
    .select({ kind, reason, receivedAt })
    .from(mailReturns)
    .where(eq(mailReturns.address, key))
    .orderBy(desc(receivedAt))
  return { stop: stop ?? null, returned }
}
