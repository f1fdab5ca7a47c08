import { findStops } from '@freeor/messaging/returned/queries'
import type { Tx } from '@freeor/postgres/database'
import { z } from 'zod'
import { lowerEmail } from '../suppression/normal-forms.ts'
import { domainChecks } from './limits.ts'
import type { FindMailServer, MailServer } from './ports.ts'
import type { ReturnCause } from './tables.ts'

const address = z.email()

const domainOfAddress = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

type Checking = { readonly db: Tx; readonly findMailServer: FindMailServer }

/**
 * Of some addresses, those that a rule finds to be bad, and by which: what is written is no address, its domain takes no
 * mail, or a mail of ours to it came back for good. Anything that cannot be found out counts for nothing.
 */
export async function checkEmails(
  { db, findMailServer }: Checking,
  emails: readonly string[],
): Promise<ReadonlyMap<string, ReturnCause>> {
  const causes = new Map<string, ReturnCause>()
  const asked = new Map<string, MailServer>()
  const whole = [...new Set(emails.map(lowerEmail))].filter((email) => {
    const isAddress = address.safeParse(email).success
    if (!isAddress) causes.set(email, 'syntax')
    return isAddress
  })
  const domains = [...new Set(whole.map(domainOfAddress))]
  for (let at = 0; at < domains.length; at += domainChecks.atOnce)
    await Promise.all(
      domains.slice(at, at + domainChecks.atOnce).map(async (domain) => {
        asked.set(domain, await findMailServer(domain))
      }),
    )
  const stops = await findStops(db, whole)
  for (const email of whole) {
    if (asked.get(domainOfAddress(email)) === 'no') causes.set(email, 'no_mail_server')
    else if (stops.get(email)?.kind === 'hard') causes.set(email, 'bounced')
  }
  return causes
}
