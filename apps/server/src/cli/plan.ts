import { setPlanByHand } from '@freeor/billing/admin/commands'
import { listSitePlans } from '@freeor/billing/plans'
import { systemClock } from '@freeor/kernel/clock'
import { sites } from '@freeor/kernel/site'
import { type Command, UsageError, withOptions } from './command.ts'
import { findCompany } from './company.ts'
import { columns, readReason, reasonWanted, withDatabase } from './with-database.ts'

const usage = `Usage: npm run -s freeor -- plan list [--site SITE]
       npm run -s freeor -- plan set COMPANY PLAN --reason TEXT [--site SITE]

Lists the plans, or puts a company on one without a charge. A company that a provider bills is refused: its
subscription must end first. COMPANY is an id, or the owner's email address.

  --site SITE    ${sites.join(' or ')}; the first that is served unless told
  --reason TEXT  kept in the audit trail

Example: npm run -s freeor -- plan set jane@example.com freeor_pro --reason "a charity"
`

const options = { site: { type: 'string' }, reason: { type: 'string' } } as const

function oneOf<T extends string>(known: readonly T[], given: unknown, what: string): T {
  const found = known.find((one) => one === given)
  if (found === undefined) throw new UsageError(`${what} is one of ${known.join(', ')}.`)
  return found
}

export const command: Command = {
  run: (args, readConfig) =>
    withOptions({ args, options, usage }, async (values, [what, company, plan, ...more]) => {
      const [first] = readConfig().sites
      const site = oneOf(sites, values.site ?? first, '--site')
      if (what === 'list' && company !== undefined) throw new UsageError('list takes no company.')
      if (what === 'list')
        return await withDatabase(readConfig, async () => {
          const plans = listSitePlans(site)
          const rows = plans.map(({ planID, name, price }) => [planID, name, `$${(price / 100).toFixed(2)}`])
          process.stdout.write(columns(rows))
          return 0
        })
      if (what !== 'set') throw new UsageError('Please say list or set.')
      if (company === undefined || plan === undefined || more.length > 0)
        throw new UsageError('Please name one company and one plan.')
      const reason = readReason(values.reason)
      if (reason === undefined) throw new UsageError(reasonWanted)
      return await withDatabase(readConfig, async ({ database: { db } }) => {
        const known = listSitePlans(site).map((one) => one.planID)
        const planID = oneOf(known, plan, 'PLAN')
        const { id: companyId, name } = await findCompany(db, site, company)
        const now = systemClock.now()
        await setPlanByHand(db, { companyId, site, planID, reason, now, superAdminUserId: undefined })
        process.stdout.write(`${name} is on ${planID} of ${site}\n`)
        return 0
      })
    }),
}
