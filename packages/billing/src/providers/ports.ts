/**
 * What a subscription billing provider does for us. Every provider passes the same contract suite
 * (`providers/testing`). Money is in cents, times are `Date`, the currency is USD.
 *
 * Rules for every method:
 * - it is never called inside a database transaction;
 * - when the provider is down, slow or broken, it throws `AppError('unavailable')`: whether a write happened is then
 *   unknown, and repeating it with the same idempotency key settles it without charging twice;
 * - `code` of an account is ours (`cus_…`, one for each company and site), `id`s are the provider's.
 */
export type BillingProvider = {
  /** As in `/api/{billing-provider}/…` and `/api/webhooks/{provider}`, and `processor` of a customer. */
  readonly name: ProviderName
  /** What the page needs to take a card so that its number never reaches us. Nothing secret. */
  browser(): BrowserCardForm

  /** Accounts with this address, compared in lower case; empty when none. */
  findAccounts(email: string): Promise<ProviderAccount[]>
  /** Idempotent by `code`: the account that has it, made when there is none. */
  createAccount(input: { readonly code: string; readonly email: string }): Promise<ProviderAccount>
  /** Changes the address, puts the card behind a token of the card form on file, or both. A new card collects what is past due. */
  updateAccount(
    accountId: string,
    change: { readonly email?: string; readonly tokenId?: string },
  ): Promise<AccountOutcome>
  /** Removes the card; also `ok` when there is none. What falls due without a card is past due. */
  removeCard(accountId: string): Promise<AccountOutcome>
  /** The card on file, or undefined. */
  cardOf(accountId: string): Promise<ProviderCard | undefined>

  /**
   * Charges the first period. With a token of the card form, the card behind it is charged, and is put on file only with
   * the subscription: declined, the card on file stays. The same key gets its first answer again, also a decline.
   */
  createSubscription(input: NewSubscription): Promise<SubscriptionOutcome>
  /** What changing now would cost; changes nothing. */
  previewChange(input: ChangeInput): Promise<PreviewOutcome>
  /** Changes at once, charging or crediting the rest of the period. The same key changes once. */
  changeSubscription(
    input: ChangeInput & { readonly timeframe: 'now'; readonly idempotencyKey: string },
  ): Promise<SubscriptionOutcome>
  /** `ok` without a change when it is repeated or the subscription has ended. */
  cancelAtPeriodEnd(subscriptionId: string): Promise<SubscriptionOutcome>
  /** Undoes `cancelAtPeriodEnd`; `ok` without a change when it is repeated, `invalid` when it has ended. */
  resume(subscriptionId: string): Promise<SubscriptionOutcome>
  /** Ends it at once, without a refund; `ok` without a change when it has ended. */
  terminate(subscriptionId: string): Promise<SubscriptionOutcome>

  /** By the provider's id or by `uuid-` and its uuid; undefined when there is none. */
  getSubscription(subscriptionId: string): Promise<ProviderSubscription | undefined>
  /** Every subscription of an account, ended ones too, newest first; empty when there is no such account. */
  listSubscriptions(accountCode: string): Promise<ProviderSubscription[]>
  /** The code of the account that an invoice is for; undefined when there is no such invoice. */
  accountOfInvoice(invoiceId: string): Promise<string | undefined>
  /** Newest first; empty when there is no such account. */
  listInvoices(accountCode: string): Promise<ProviderInvoice[]>

  /**
   * Checks the signature over the raw body in constant time and that it is at most 300 s old, and says which objects to
   * read again. What the body claims about them is ignored. Makes no network call.
   */
  readWebhook(rawBody: Uint8Array, headers: Headers, now: Date): WebhookReading
}

export const providerNames = ['embedded', 'recurly'] as const

export type ProviderName = (typeof providerNames)[number]

export type BrowserCardForm =
  | {
      readonly provider: 'embedded'
      /** The documented test cards: the page turns the number typed into its token and forgets it. */
      readonly testCards: readonly TestCard[]
    }
  | { readonly provider: 'recurly'; readonly publicKey: string; readonly scriptUrl: string }

export type TestCard = {
  /** Digits only. */
  readonly number: string
  readonly tokenId: string
  /** What it does, in words. */
  readonly description: string
}

export type ProviderAccount = { readonly id: string; readonly code: string; readonly email: string }

export type ProviderCard = {
  readonly firstName: string
  readonly lastName: string
  readonly paymentMethod: {
    readonly firstSix: string
    readonly lastFour: string
    readonly expMonth: number
    readonly expYear: number
    readonly cardType: string
  }
}

/**
 * The provider's state in the words of our customer record. `pending`: made, its first payment is still under way;
 * or paused at the provider, which charges nothing for the running period. `past_due`: a renewal could not be charged and is tried again. `failed`: the first payment was reversed or could not
 * be completed, and is tried again. `canceled`: ended because somebody cancelled. `expired`: ended because it was never
 * paid. `incomplete_expired`: ended before its first payment was completed. Cancelling at the period's end is no
 * status: `active` with `cancelAtPeriodEnd`.
 */
export type ProviderSubscriptionStatus =
  | 'pending'
  | 'active'
  | 'past_due'
  | 'failed'
  | 'canceled'
  | 'incomplete_expired'
  | 'expired'

export type ProviderSubscription = {
  readonly id: string
  readonly uuid: string
  readonly accountCode: string
  readonly planCode: string
  readonly status: ProviderSubscriptionStatus
  /** What a period costs. */
  readonly priceCents: number
  readonly activatedAt: Date
  readonly currentPeriodStart: Date
  readonly currentPeriodEnd: Date
  readonly cancelAtPeriodEnd: boolean
  /** When somebody cancelled; null unless they did. */
  readonly canceledAt: Date | null
  /** When it ended; null while it is live. */
  readonly endedAt: Date | null
  /** While a payment is overdue. */
  readonly dunning: Dunning | null
}

export type Dunning = {
  /** How often charging the overdue invoice has failed, at least 1. */
  readonly failedAttempts: number
  /** Null when it will not be tried again by itself, or the provider does not tell. */
  readonly nextAttemptAt: Date | null
}

export type NewSubscription = {
  readonly accountCode: string
  readonly planCode: string
  readonly tokenId?: string | undefined
  readonly idempotencyKey: string
}

export type ChangeInput = { readonly subscriptionId: string; readonly planCode: string }

export type ChangePreview = {
  readonly planCode: string
  /** What the new plan costs a period. */
  readonly priceCents: number
  /** For the rest of the running period: what the new plan costs, and what is given back of the old one. */
  readonly chargeCents: number
  readonly creditCents: number
  /** What the card would be charged now. Never below zero: more credit than charge stays on the account. */
  readonly dueNowCents: number
  readonly currentPeriodStart: Date
  readonly currentPeriodEnd: Date
}

export type ProviderInvoice = {
  readonly id: string
  readonly number: string
  readonly accountCode: string
  readonly subscriptionId: string | null
  readonly state: 'pending' | 'paid' | 'past_due' | 'failed' | 'voided'
  readonly createdAt: Date
  readonly paidAt: Date | null
  readonly totalCents: number
  readonly paidCents: number
  readonly lines: readonly InvoiceLine[]
  /** As the payer gave it when the invoice was written; null when the provider was never told. */
  readonly billedTo: BilledTo | null
}

/** Who a bill is made out to. */
export type BilledTo = PostalAddress & { readonly name: string }

export type PostalAddress = {
  readonly street: string
  readonly city: string
  readonly region: string
  readonly postalCode: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
}

export type PlanAmount = {
  /** The provider's. */
  readonly code: string
  /** Before discounts and tax; negative for a credit. */
  readonly cents: number
  /** What a whole period of the plan costs; null where the provider does not tell: then it is the catalogue's price. */
  readonly priceCents: number | null
}

export type InvoiceLine = {
  readonly description: string
  /** Negative for a credit. */
  readonly amountCents: number
  /** What it charges or gives back for a plan; null for anything else. */
  readonly plan: PlanAmount | null
  readonly startsAt: Date | null
  readonly endsAt: Date | null
}

/** The card was not charged. The message is for the card holder. */
export type Declined = {
  readonly status: 'declined'
  readonly transactionError: { readonly code: string; readonly message: string }
}

/** The provider would not do it: no such thing, no card on file, it has ended. Asking again gives the same answer. */
export type Invalid = { readonly status: 'invalid'; readonly code: InvalidCode; readonly message: string }

export type InvalidCode = 'validation' | 'not_found' | 'no_card' | 'bad_token'

export type AccountOutcome = { readonly status: 'ok'; readonly account: ProviderAccount } | Declined | Invalid

export type SubscriptionOutcome =
  | { readonly status: 'ok'; readonly subscription: ProviderSubscription }
  | Declined
  | Invalid

export type PreviewOutcome = { readonly status: 'ok'; readonly preview: ChangePreview } | Invalid

export type WebhookReading =
  | { readonly status: 'verified'; readonly events: readonly ProviderEvent[] }
  | { readonly status: 'refused'; readonly reason: 'unsigned' | 'forged' | 'stale' | 'unreadable' }

export type ProviderEvent = {
  /** The provider's, the same each time it sends the event. */
  readonly id: string
  /** In the provider's words, for the log. */
  readonly type: string
  readonly object: { readonly kind: 'account' | 'subscription' | 'invoice'; readonly id: string }
  /** The account it is about, when the body names it. */
  readonly accountCode: string | null
}
