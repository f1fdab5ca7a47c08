import type { z } from 'zod'
import type { ProviderAccount, ProviderCard, ProviderInvoice, ProviderSubscription } from '../ports.ts'
import type { RecurlyCalls } from './client.ts'
import { away } from './failures.ts'
import { readInvoice } from './read-invoice.ts'
import { isEnded, readSubscription } from './read-subscription.ts'
import * as resource from './schema.ts'

/** The longest page Recurly gives. */
const PAGE = 200

/** Reads a resource of the client. @throws AppError `unavailable` when it is not what the document says */
export function parse<T>(shape: z.ZodType<T>, value: unknown): T {
  const parsed = shape.safeParse(value)
  if (!parsed.success) throw away(parsed.error)
  return parsed.data
}

const byCode = (code: string): string => `code-${code}`

const toAccount = (raw: z.infer<typeof resource.account>): ProviderAccount => ({
  id: raw.id,
  code: raw.code,
  email: raw.email ?? '',
})

/** The account with this id or `code-` and code. */
export async function findAccount(calls: RecurlyCalls, id: string): Promise<ProviderAccount | undefined> {
  const found = await calls.find((client) => client.getAccount(id))
  return found && readAccount(found)
}

/** @throws AppError `unavailable` when it is no account */
export const readAccount = (raw: unknown): ProviderAccount => toAccount(parse(resource.account, raw))

export const findAccountByCode = (calls: RecurlyCalls, code: string) => findAccount(calls, byCode(code))

export async function findAccounts(calls: RecurlyCalls, email: string): Promise<ProviderAccount[]> {
  const wanted = email.trim().toLowerCase()
  const raw = await calls.find((client) =>
    everything(client.listAccounts({ params: { email: wanted, limit: PAGE } })),
  )
  return (raw ?? []).map(readAccount).filter((account) => account.email.toLowerCase() === wanted)
}

export async function cardOf(calls: RecurlyCalls, accountId: string): Promise<ProviderCard | undefined> {
  const found = await calls.find((client) => client.getBillingInfo(accountId))
  if (!found) return undefined
  const { firstName, lastName, paymentMethod } = parse(resource.billingInfo, found)
  return {
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    paymentMethod: {
      firstSix: paymentMethod?.firstSix ?? '',
      lastFour: paymentMethod?.lastFour ?? '',
      expMonth: paymentMethod?.expMonth ?? 0,
      expYear: paymentMethod?.expYear ?? 0,
      cardType: paymentMethod?.cardType ?? 'Unknown',
    },
  }
}

/** A subscription as Recurly gives it. */
export async function findRaw(
  calls: RecurlyCalls,
  subscriptionId: string,
): Promise<resource.RecurlySubscription | undefined> {
  const found = await calls.find((client) => client.getSubscription(subscriptionId))
  return found && parse(resource.subscription, found)
}

/** In our words; a live one needs a second call, for its invoices. */
export async function completeSubscription(
  calls: RecurlyCalls,
  raw: resource.RecurlySubscription,
): Promise<ProviderSubscription> {
  return readSubscription(raw, isEnded(raw) ? [] : await listRawInvoices(calls, raw.account.code))
}

export async function getSubscription(
  calls: RecurlyCalls,
  subscriptionId: string,
): Promise<ProviderSubscription | undefined> {
  const raw = await findRaw(calls, subscriptionId)
  return raw && (await completeSubscription(calls, raw))
}

/** Newest first; undefined when there is no such account. */
export async function listRaw(
  calls: RecurlyCalls,
  accountCode: string,
): Promise<resource.RecurlySubscription[] | undefined> {
  const raw = await calls.find((client) =>
    everything(client.listAccountSubscriptions(byCode(accountCode), { params: newestFirst })),
  )
  return raw?.map((one) => parse(resource.subscription, one))
}

export async function listSubscriptions(
  calls: RecurlyCalls,
  accountCode: string,
): Promise<ProviderSubscription[]> {
  const all = (await listRaw(calls, accountCode)) ?? []
  const invoices = all.every(isEnded) ? [] : await listRawInvoices(calls, accountCode)
  return all.map((raw) => readSubscription(raw, invoices))
}

export async function listRawInvoices(
  calls: RecurlyCalls,
  accountCode: string,
): Promise<resource.RecurlyInvoice[]> {
  const raw = await calls.find((client) =>
    everything(client.listAccountInvoices(byCode(accountCode), { params: newestFirst })),
  )
  return (raw ?? []).map((one) => parse(resource.invoice, one))
}

export async function accountOfInvoice(calls: RecurlyCalls, invoiceId: string): Promise<string | undefined> {
  const found = await calls.find((client) => client.getInvoice(invoiceId))
  return found && parse(resource.invoice, found).account?.code
}

export async function listInvoices(calls: RecurlyCalls, accountCode: string): Promise<ProviderInvoice[]> {
  const raw = await listRawInvoices(calls, accountCode)
  return raw.flatMap((one) => readInvoice(one, accountCode) ?? [])
}

const newestFirst = { limit: PAGE, order: 'desc', sort: 'created_at' }

async function everything<T>(pager: { each(): AsyncIterable<T> }): Promise<T[]> {
  const all: T[] = []
  for await (const one of pager.each()) all.push(one)
  return all
}
