import type { EmailDeps } from '@freeor/leads/emails/ports'
import { getOwnSearch } from '@freeor/leads/saved-searches/queries'
import { createShareLink } from '@freeor/leads/shares/commands'
import type { Deps } from '../../deps.ts'
import { deliverMailJob } from '../../jobs/deliver-mail.ts'
import type { LeadsDeps } from './leads-deps.ts'

type Means = Pick<Deps, 'db' | 'clock' | 'auth' | 'addresses' | 'supportEmail' | 'jobs'>

/** What the mail tool works with: the sending is a job of its own. */
export function openEmails({ db, clock, auth, addresses, supportEmail, jobs }: Means): EmailDeps {
  return {
    ...{ db, clock, secret: auth.secret },
    siteUrl: addresses.of('leads'),
    brand: { productName: 'Freeor Leads', supportAddress: supportEmail },
    beginDelivery: async (tx) => void (await jobs.send(tx, deliverMailJob, {})),
  }
}

/** A recipient looks at it and copies it, for as long as the company lets links live. */
export const shareSearchWith =
  ({
    clock,
    auth: { hasher },
    addresses,
  }: Pick<Deps, 'clock' | 'auth' | 'addresses'>): LeadsDeps['shareSearch'] =>
  async (tx, scope, id) => {
    const search = await getOwnSearch(tx, scope, id)
    const link = { kind: 'savedSearch', id, access: 'copy' } as const
    const { path } = await createShareLink({ db: tx, clock, hasher }, scope, link)
    return { search, url: `${addresses.of('leads')}${path}` }
  }
