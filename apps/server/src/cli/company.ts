import { consoleScope } from '@freeor/accounts/scope'
import { getCompanySummary, listCompanies } from '@freeor/billing/admin/queries'
import type { CompanySummary } from '@freeor/billing/admin/schema'
import { AppError } from '@freeor/kernel/errors'
import type { Site } from '@freeor/kernel/site'
import type { Database } from '@freeor/postgres/database'

/**
 * The company with this id, or the one somebody with this address owns, with its plan on a site.
 * @throws AppError not_found, conflict
 */
export async function findCompany(db: Database, site: Site, key: string): Promise<CompanySummary> {
  if (!key.includes('@')) return await getCompanySummary(db, { companyId: key, site })
  const found = await listCompanies(db, consoleScope(), { q: key, site, limit: 200 })
  const owned = found.filter(({ ownerEmail }) => ownerEmail === key.trim().toLowerCase())
  const [company] = owned
  if (!company) throw new AppError('not_found', `Nobody with the address ${key} owns a company`)
  if (owned.length > 1)
    throw new AppError(
      'conflict',
      `${key} owns several: ${owned.map(({ id, name }) => `${id} (${name})`).join(', ')}`,
    )
  return company
}
