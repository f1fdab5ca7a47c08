import { z } from 'zod'

/** What we read of the resources of Recurly's client: their fields are all optional there. Amounts are dollars. */
const named = z.object({ code: z.string().min(1) })
const day = z.date().nullish()
const amount = z.number().nullish()

export const account = z.object({
  id: z.string().min(1),
  code: z.string().min(1),
  email: z.string().nullish(),
})

export const billingInfo = z.object({
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  paymentMethod: z
    .object({
      firstSix: z.string().nullish(),
      lastFour: z.string().nullish(),
      expMonth: z.number().nullish(),
      expYear: z.number().nullish(),
      cardType: z.string().nullish(),
    })
    .nullish(),
})

export const subscription = z.object({
  id: z.string().min(1),
  uuid: z.string().min(1),
  account: named,
  plan: named,
  state: z.enum(['active', 'canceled', 'expired', 'failed', 'future', 'paused']),
  pendingChange: z.looseObject({}).nullish(),
  unitAmount: z.number(),
  quantity: z.number().nullish(),
  expirationReason: z.string().nullish(),
  createdAt: day,
  updatedAt: day,
  activatedAt: day,
  canceledAt: day,
  expiresAt: day,
  currentPeriodStartedAt: day,
  currentPeriodEndsAt: day,
})

const lineItem = z.object({
  description: z.string().nullish(),
  /** `charge` or `credit`. */
  type: z.string().nullish(),
  amount: amount,
  /** Before discounts and tax. */
  subtotal: amount,
  planCode: z.string().nullish(),
  origin: z.string().nullish(),
  legacyCategory: z.string().nullish(),
  /** The share of a period, where it is not a whole one. */
  prorationRate: z.number().nullish(),
  subscriptionId: z.string().nullish(),
  startDate: day,
  endDate: day,
})

const text = z.string().nullish()
const address = z.object({
  nameOnAccount: text,
  company: text,
  firstName: text,
  lastName: text,
  street1: text,
  street2: text,
  city: text,
  region: text,
  postalCode: text,
  country: text,
})

export const invoice = z.object({
  id: z.string().nullish(),
  number: z.string().nullish(),
  type: z.string().nullish(),
  origin: z.string().nullish(),
  state: z.string().nullish(),
  account: named.nullish(),
  subscriptionIds: z.array(z.string()).nullish(),
  total: amount,
  paid: amount,
  balance: amount,
  createdAt: day,
  closedAt: day,
  lineItems: z.array(lineItem).nullish(),
  address: address.nullish(),
  transactions: z.array(z.object({ status: z.string().nullish() })).nullish(),
})

export const subscriptionChange = z.object({
  plan: named,
  unitAmount: z.number(),
  quantity: z.number().nullish(),
  invoiceCollection: z
    .object({ chargeInvoice: invoice.nullish(), creditInvoices: z.array(invoice).nullish() })
    .nullish(),
})

export type RecurlySubscription = z.infer<typeof subscription>
export type RecurlyAddress = z.infer<typeof address>
export type RecurlyLineItem = z.infer<typeof lineItem>
export type RecurlyInvoice = z.infer<typeof invoice>
export type RecurlyChange = z.infer<typeof subscriptionChange>
