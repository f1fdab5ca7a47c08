import type { BilledSite } from '@freeor/billing/ports'
import type { Collection } from '@freeor/content/schema'
import type { Clock } from '@freeor/kernel/clock'
import type { CompanyScope, SuperAdminScope } from '@freeor/kernel/scope'
import type { Site } from '@freeor/kernel/site'
import type { Database, Tx } from '@freeor/postgres/database'
import type { z } from 'zod'

export type CompanyAddress = {
  readonly companyIds: readonly string[]
  /** The key that is kept in place of the owner's address. */
  readonly addressKey: string
  readonly now: Date
}

/**
 * What a site keeps about people and companies, in PostgreSQL alone. It works where the site is not served, too: an
 * account that is deleted or exported is deleted or exported whole.
 */
export type SiteRecords = {
  readonly name: Site
  /** What it sells, what billing asks it and what billing notifies it of. */
  readonly billing: BilledSite
  /** The collections of site documents that its pages show. */
  readonly collections: readonly Collection[]
  /** In the transaction that makes a company, where the site is served. */
  onCompanyCreated?(tx: Tx, company: CompanyAddress): Promise<void>
  /** The owner of companies has another address, or is somebody else. */
  onAddressChanged?(tx: Tx, companies: CompanyAddress): Promise<void>
  /** In the transaction that ends a membership. */
  onMemberRemoved?(
    tx: Tx,
    removed: { readonly userId: string; readonly companyId: string; readonly now: Date },
  ): Promise<void>
  /** The person's account is deleted, and these companies with it. */
  onAccountDeleted?(
    tx: Tx,
    deleted: { readonly userId: string; readonly companyIds: readonly string[]; readonly now: Date },
  ): Promise<void>
  /** The person's data in their company, each list by its name, a page at a time. */
  exportLists?(
    deps: { readonly db: Database; readonly clock: Clock },
    scope: CompanyScope,
  ): Readonly<Record<string, AsyncIterable<readonly unknown[]>>>
  /** The person's data that belongs to no company, each list by its name, a page at a time. */
  personLists?(
    deps: { readonly db: Database },
    userId: string,
  ): Readonly<Record<string, AsyncIterable<readonly unknown[]>>>
  /** What the permission lists of site documents ask about a user. */
  contentRoles?(
    tx: Tx,
    userId: string,
    organizations: readonly string[],
  ): Promise<{ readonly isAuthor: boolean; readonly orgAdminOf: readonly string[] }>
  /** What the super admin's record of a company says in addition to its plans, each list by its name. */
  readonly companyRecord?: {
    readonly lists: Readonly<Record<string, z.ZodType>>
    read(tx: Tx, scope: SuperAdminScope, companyId: string): Promise<Readonly<Record<string, unknown>>>
  }
}
