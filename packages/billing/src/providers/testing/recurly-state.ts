import { randomBytes, randomUUID } from 'node:crypto'

/**
 * What the fake card does when it is charged. `refused` is turned down already when it is put on file;
 * `declines_renewals` pays for all but renewals; the bank of `needs_challenge` asks its customer first.
 */
export type CardManner = 'good' | 'insufficient_funds' | 'declines_renewals' | 'refused' | 'needs_challenge'

export type FakeCard = { manner: CardManner; lastFour: string }

export type FakeAccount = {
  id: string
  code: string
  email: string | undefined
  card: FakeCard | undefined
  creditCents: number
  createdAt: Date
  updatedAt: Date
}

export type FakeSubscription = {
  id: string
  uuid: string
  account: FakeAccount
  planCode: string
  state: 'active' | 'canceled' | 'expired' | 'paused'
  /** Renewals from now on at which nothing is charged. */
  pauseCycles?: number
  createdAt: Date
  updatedAt: Date
  periodStart: Date
  periodEnd: Date
  canceledAt: Date | undefined
  expiresAt: Date | undefined
  expirationReason: string | undefined
}

export type FakeLine = {
  description: string
  cents: number
  startsAt: Date
  endsAt: Date
  planCode: string
  /** Of a whole period; undefined for a whole one. */
  share?: number
}

export type FakeInvoice = {
  id: string
  number: string
  type: 'charge' | 'credit'
  origin: 'purchase' | 'renewal' | 'immediate_change' | 'refund'
  state: 'paid' | 'past_due' | 'failed' | 'open' | 'closed'
  account: FakeAccount
  subscription: FakeSubscription
  lines: FakeLine[]
  totalCents: number
  paidCents: number
  transactions: { id: string; status: 'success' | 'declined'; cents: number }[]
  createdAt: Date
  closedAt: Date | undefined
}

export type FakeNotification = {
  id: string
  object_type: string
  site_id: string
  event_type: string
  event_time: string
  account_code?: string
  uuid?: string
}

/** What Recurly answers instead of doing it. */
export class Refusal extends Error {
  readonly status: number
  readonly type: string
  readonly transactionError: { code: string; message: string } | undefined

  constructor(status: number, type: string, message: string, transactionError?: Refusal['transactionError']) {
    super(message)
    this.status = status
    this.type = type
    this.transactionError = transactionError
  }
}

export const fakePlans: ReadonlyMap<string, { name: string; cents: number }> = new Map([
  ['freeor_basic', { name: 'Basic', cents: 5000 }],
  ['freeor_pro', { name: 'Pro', cents: 9900 }],
  ['freeor_biz', { name: 'Business', cents: 49_900 }],
])

/** Thirteen characters at most, like Recurly's. */
export const fakeId = (): string => randomBytes(6).toString('hex')

export const fakeUuid = (): string => randomUUID().replaceAll('-', '')

export function oneMonthAfter(date: Date): Date {
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 2, 0)).getUTCDate()
  const next = new Date(date)
  next.setUTCMonth(date.getUTCMonth() + 1, Math.min(date.getUTCDate(), lastDay))
  return next
}

/** Everything the fake site knows, and its clock. */
export type FakeSite = {
  now: Date
  tokens: Map<string, FakeCard>
  accounts: FakeAccount[]
  subscriptions: FakeSubscription[]
  invoices: FakeInvoice[]
  notifications: FakeNotification[]
}

export const newSite = (now: Date): FakeSite => ({
  now,
  tokens: new Map(),
  accounts: [],
  subscriptions: [],
  invoices: [],
  notifications: [],
})

/** Leaves a notification for the webhook endpoint. */
export function notify(
  site: FakeSite,
  type: `${string}.${string}`,
  about: { id: string; account_code?: string; uuid?: string },
): void {
  const [object_type = '', event_type = ''] = type.split('.')
  site.notifications.push({
    ...about,
    object_type,
    event_type,
    site_id: 'fakesite00001',
    // Whole seconds, as in Recurly's documentation.
    event_time: site.now.toISOString().replace(/\.\d+Z$/, 'Z'),
  })
}
