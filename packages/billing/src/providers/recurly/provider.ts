import type { BillingProvider } from '../ports.ts'
import * as accounts from './accounts/commands.ts'
import type { RecurlyTransport } from './adapters/http.ts'
import { isEuropean } from './card-form.ts'
import { openCalls } from './client.ts'
import * as commands from './commands.ts'
import * as queries from './queries.ts'
import { readWebhook } from './read-webhook.ts'

export type RecurlyKeys = {
  /** The site's private API key. */
  readonly apiKey: string
  /** For the browser; not a secret. */
  readonly publicKey: string
  /** The secret of the webhook endpoint. */
  readonly webhookKey: string
}

/** A gateway may take half a minute over a charge. */
const patience: RecurlyTransport = { readMs: 10_000, writeMs: 45_000 }

const scriptUrl = 'https://js.recurly.com/v4/recurly.js'

/**
 * Subscriptions at Recurly, by its official client.
 * @param transport only tests set it; by default Recurly's own address and our time limits
 */
export function openRecurly(keys: RecurlyKeys, transport: RecurlyTransport = patience): BillingProvider {
  const calls = openCalls(keys.apiKey, isEuropean(keys.publicKey) ? 'eu' : 'us', transport)
  return {
    name: 'recurly',
    browser: () => ({ provider: 'recurly', publicKey: keys.publicKey, scriptUrl }),
    findAccounts: (email) => queries.findAccounts(calls, email),
    createAccount: (input) => accounts.createAccount(calls, input),
    updateAccount: (accountId, change) => accounts.updateAccount(calls, accountId, change),
    removeCard: (accountId) => accounts.removeCard(calls, accountId),
    cardOf: (accountId) => queries.cardOf(calls, accountId),
    createSubscription: (input) => commands.createSubscription(calls, input),
    previewChange: (input) => commands.previewChange(calls, input),
    changeSubscription: (input) => commands.changeSubscription(calls, input),
    cancelAtPeriodEnd: (id) => commands.cancelAtPeriodEnd(calls, id),
    resume: (id) => commands.resume(calls, id),
    terminate: (id) => commands.terminate(calls, id),
    getSubscription: (id) => queries.getSubscription(calls, id),
    listSubscriptions: (code) => queries.listSubscriptions(calls, code),
    accountOfInvoice: (id) => queries.accountOfInvoice(calls, id),
    listInvoices: (code) => queries.listInvoices(calls, code),
    readWebhook: (rawBody, headers, now) => readWebhook(keys.webhookKey, rawBody, headers, now),
  }
}
