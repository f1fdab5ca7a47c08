import { systemClock } from '@freeor/kernel/clock'
import { newSecret } from '@freeor/kernel/ids'
import { grantByHand } from '@freeor/leads/allowance/by-hand/commands'
import { type Command, UsageError, withOptions } from './command.ts'
import { findCompany } from './company.ts'
import { readReason, reasonWanted, withDatabase } from './with-database.ts'

const usage = `Usage: npm run -s freeor -- grant COMPANY AMOUNT --reason TEXT [--expires DATE] [--key KEY]

Gives a company leads beside its plan. COMPANY is an id, or the owner's email address.

  --reason TEXT   kept in the audit trail and shown in the ledger
  --expires DATE  like 2030-12-31; without it the leads stay until they are spent
  --key KEY       8 to 60 letters, digits, - and _: given again with the same key, it is the same grant

Example: npm run -s freeor -- grant jane@example.com 500 --reason "an apology" --expires 2030-12-31
`

const options = { reason: { type: 'string' }, expires: { type: 'string' }, key: { type: 'string' } } as const

const mostLeads = 100_000_000

function readExpiry(given: unknown): Date | null {
  if (given === undefined) return null
  const date = new Date(`${String(given)}T23:59:59Z`)
  if (Number.isNaN(date.getTime())) throw new UsageError('--expires is a date like 2030-12-31.')
  return date
}

export const command: Command = {
  run: (args, readConfig) =>
    withOptions({ args, options, usage }, async (values, [company, given, ...more]) => {
      const amount = Number(given)
      if (company === undefined || more.length > 0)
        throw new UsageError('Please name one company and an amount.')
      if (!Number.isInteger(amount) || amount < 1 || amount > mostLeads)
        throw new UsageError('AMOUNT is a whole number of leads, at least 1.')
      const reason = readReason(values.reason)
      if (reason === undefined) throw new UsageError(reasonWanted)
      const key = String(values.key ?? newSecret(16))
      if (!/^[A-Za-z0-9_-]{8,60}$/.test(key))
        throw new UsageError('--key is 8 to 60 letters, digits, - and _.')
      const expiresAt = readExpiry(values.expires)
      return await withDatabase(readConfig, async ({ database: { db } }, { sites: [site] }) => {
        const { id: companyId, name } = await findCompany(db, site, company)
        const now = systemClock.now()
        const action = { companyId, amount, expiresAt, key, reason, now, superAdminUserId: undefined }
        const { status } = await grantByHand(db, action)
        process.stdout.write(
          status === 'granted'
            ? `${name} got ${amount} leads\n`
            : `${name} got these leads before; nothing was changed\n`,
        )
        return 0
      })
    }),
}
