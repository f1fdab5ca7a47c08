import { eq } from 'drizzle-orm'
import type { BillingProvider } from '../ports.ts'
import { createAccount, removeCard, updateAccount } from './accounts/commands.ts'
import { cancelAtPeriodEnd, resume, terminate } from './endings/commands.ts'
import type { EmbeddedDeps } from './ports.ts'
import {
  findAccountOfInvoice,
  findSubscription,
  listAccountsByEmail,
  listInvoicesOf,
  listSubscriptionsOf,
  showSubscription,
} from './queries.ts'
import { readSigned } from './signature.ts'
import { changeSubscription, createSubscription, previewChange } from './subscriptions/commands.ts'
import { embeddedAccounts } from './tables.ts'
import { testCards } from './test-cards.ts'

/**
 * The built-in provider: it keeps its own books in our database and is reached only through the port, so that what
 * holds for it also holds for a remote provider. It takes test cards only, and moves no money.
 */
export function openEmbeddedProvider(deps: EmbeddedDeps): BillingProvider {
  const { db } = deps
  return {
    name: 'embedded',
    browser: () => ({ provider: 'embedded', testCards }),
    findAccounts: (email) => listAccountsByEmail(db, email),
    createAccount: (input) => createAccount(deps, input),
    updateAccount: (id, change) => updateAccount(deps, id, change),
    removeCard: (id) => removeCard(deps, id),
    async cardOf(accountId) {
      const [row] = await db
        .select({ card: embeddedAccounts.card })
        .from(embeddedAccounts)
        .where(eq(embeddedAccounts.id, accountId))
      return row?.card ?? undefined
    },
    createSubscription: (input) => createSubscription(deps, input),
    previewChange: (input) => previewChange(deps, input),
    changeSubscription: (input) => changeSubscription(deps, input),
    cancelAtPeriodEnd: (id) => cancelAtPeriodEnd(deps, id),
    resume: (id) => resume(deps, id),
    terminate: (id) => terminate(deps, id),
    async getSubscription(id) {
      const found = await findSubscription(db, id)
      return found && showSubscription(found.subscription, found.account.code)
    },
    listSubscriptions: (accountCode) => listSubscriptionsOf(db, accountCode),
    accountOfInvoice: (id) => findAccountOfInvoice(db, id),
    listInvoices: (accountCode) => listInvoicesOf(db, accountCode),
    readWebhook: (rawBody, headers, now) => readSigned(deps.secret, { rawBody, headers, now }),
  }
}
