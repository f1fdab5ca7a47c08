import { z } from 'zod'

const billingInfo = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  paymentMethod: z.strictObject({
    firstSix: z.string(),
    lastFour: z.string(),
    expMonth: z.int(),
    expYear: z.int(),
    cardType: z.string(),
  }),
})

/** A company as a customer of one site. Instants of the specification's fields are seconds since 1970. */
export const customerAnswer = z.strictObject({
  /** The owner's. */
  uid: z.string(),
  email: z.string(),
  plan_id: z.string(),
  plan_name: z.string(),
  /** Cents a month of the subscription; 0 without one. */
  price: z.int(),
  subscription_status: z.string(),
  active: z.boolean(),
  /** past due, past_due or failed. */
  past_due: z.boolean(),
  subscription_id: z.string().nullable(),
  subscription_uuid: z.string().nullable(),
  /** The payment account at the provider. */
  customer_id: z.string().nullable(),
  billing_cycle_anchor: z.int(),
  /** Day of the month, UTC. */
  billing_day: z.int(),
  canceled_at: z.int().nullable(),
  cancel_at_period_end: z.boolean(),
  /** True when it ends with its period because payments go through another service now: it can only be ended. */
  provider_left: z.boolean(),
  sub_checked: z.int().nullable(),
  /** The provider of the payment account and of the subscription; null for who never had either. */
  processor: z.string().nullable(),
  period_start: z.iso.datetime(),
  period_end: z.iso.datetime(),
  failed_attempts: z.int(),
  next_attempt_at: z.iso.datetime().nullable(),
  /** The card on file. */
  billing_info: billingInfo.nullable(),
  /** What was asked of the provider and is not known to be done yet. */
  in_progress: z
    .enum(['subscribe', 'change', 'update_card', 'remove_card', 'cancel', 'resume', 'terminate'])
    .nullable(),
})

export type CustomerAnswer = z.infer<typeof customerAnswer>

/** Money in cents. */
export const invoiceAnswer = z.strictObject({
  id: z.string(),
  number: z.string(),
  state: z.enum(['pending', 'paid', 'past_due', 'failed', 'voided']),
  total: z.int(),
  paid: z.int(),
  currency: z.literal('USD'),
  created_at: z.iso.datetime(),
  paid_at: z.iso.datetime().nullable(),
  lines: z.array(
    z.strictObject({
      description: z.string(),
      amount: z.int(),
      starts_at: z.iso.datetime().nullable(),
      ends_at: z.iso.datetime().nullable(),
    }),
  ),
  /** As the payer gave it when the invoice was written. */
  billed_to: z
    .strictObject({
      name: z.string(),
      street: z.string(),
      city: z.string(),
      region: z.string(),
      postal_code: z.string(),
      country: z.string(),
    })
    .nullable(),
})

export type InvoiceAnswer = z.infer<typeof invoiceAnswer>

const blank = (sentence: string) => z.string(sentence).trim().min(1, sentence).max(100)

/** What the built-in card form sends: a test card's token, never a number. */
export const cardForm = z.strictObject({
  card_token: z.string().min(1).max(60),
  first_name: blank("First name can't be blank"),
  last_name: blank("Last name can't be blank"),
  address1: blank("Street address can't be blank"),
  city: blank('City cannot be blank'),
  state: blank('State cannot be blank'),
  postal_code: blank('Zip code cannot be blank'),
  /** ISO 3166-1 alpha-2. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Please choose a country')
    .default('US'),
})

/** A pass of the human check, used up by the call. */
const humanPass = z.string().min(1).max(200)

const planCode = z.string().min(1).max(60)

export const findAccountsInput = z.strictObject({ email: z.string().min(1).max(320) })

/** `code` is the account owner's uid. */
export const createAccountInput = z.strictObject({
  email: z.string().min(1).max(320),
  code: z.string().min(1).max(100),
})

const newCard = z.strictObject({ token_id: z.string().min(1).max(200) })

export const updateAccountInput = z.strictObject({
  billing_info: newCard.optional(),
  /** The owner's own address, which the account follows. */
  email: z.string().min(1).max(320).optional(),
  /** Required with `billing_info`. */
  humanPass: humanPass.optional(),
})

export const createSubscriptionInput = z.strictObject({
  plan_code: planCode,
  currency: z.literal('USD'),
  account: z.strictObject({
    code: z.string().min(1).max(100),
    /** A new card, which goes on file only when it pays; without it the card on file is charged. */
    billing_info: newCard.optional(),
  }),
  humanPass,
})

export const changeSubscriptionInput = z.strictObject({
  timeframe: z.literal('now'),
  plan_code: planCode,
  humanPass,
})

export const paymentAccountAnswer = z.strictObject({
  id: z.string(),
  code: z.string(),
  email: z.string(),
})

/** What a change now would cost, in cents. */
export const previewAnswer = z.strictObject({
  plan_id: z.string(),
  price: z.int(),
  charge: z.int(),
  credit: z.int(),
  due_now: z.int(),
  period_start: z.iso.datetime(),
  period_end: z.iso.datetime(),
})

/** What a page needs to take a card. */
export const cardFormAnswer = z.discriminatedUnion('provider', [
  z.strictObject({
    provider: z.literal('embedded'),
    testCards: z.array(z.strictObject({ number: z.string(), tokenId: z.string(), description: z.string() })),
  }),
  z.strictObject({ provider: z.literal('recurly'), publicKey: z.string(), scriptUrl: z.string() }),
])
