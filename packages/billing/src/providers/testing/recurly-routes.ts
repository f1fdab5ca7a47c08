import { z } from 'zod'
import {
  accountAnswer,
  billingInfoAnswer,
  changeAnswer,
  invoiceAnswer,
  listAnswer,
  subscriptionAnswer,
} from './recurly-answers.ts'
import * as behaviour from './recurly-behaviour.ts'
import {
  type FakeAccount,
  type FakeInvoice,
  type FakeSite,
  type FakeSubscription,
  Refusal,
} from './recurly-state.ts'

type Asked = {
  site: FakeSite
  params: Record<string, string>
  path: string
  query: URLSearchParams
  body: unknown
}

type Answered = { status: number; body: unknown }

const newAccount = z.object({ code: z.string(), email: z.string().optional() })
const newSubscription = z.object({
  plan_code: z.string(),
  currency: z.literal('USD'),
  account: z.object({ code: z.string(), billing_info: z.object({ token_id: z.string() }).optional() }),
})
const accountChange = z.object({
  email: z.string().optional(),
  billing_info: z.object({ token_id: z.string() }).optional(),
})
const planChange = z.object({ plan_code: z.string(), timeframe: z.literal('now') })

const routes: Readonly<Record<string, (asked: Asked) => Answered>> = {
  'GET /accounts': (asked) => {
    const wanted = asked.query.get('email')
    return page(asked.site.accounts.filter(({ email }) => email === wanted).map(accountAnswer), asked)
  },
  'POST /accounts': ({ site, body }) => {
    const { code, email } = newAccount.parse(body)
    return { status: 201, body: accountAnswer(behaviour.createAccount(site, code, email)) }
  },
  'GET /accounts/:account': (asked) => done(accountAnswer(accountOf(asked))),
  'PUT /accounts/:account': (asked) => {
    const account = accountOf(asked)
    const { email, billing_info } = accountChange.parse(asked.body)
    if (billing_info) behaviour.putCard(asked.site, account, billing_info.token_id)
    if (email) account.email = email
    return done(accountAnswer(account))
  },
  'GET /accounts/:account/billing_info': (asked) => {
    const answer = billingInfoAnswer(accountOf(asked))
    if (!answer) throw new Refusal(404, 'not_found', "Couldn't find BillingInfo")
    return done(answer)
  },
  'DELETE /accounts/:account/billing_info': (asked) => {
    behaviour.removeCard(asked.site, accountOf(asked))
    return { status: 204, body: undefined }
  },
  'GET /accounts/:account/subscriptions': (asked) => {
    const account = accountOf(asked)
    const own = asked.site.subscriptions.filter((one) => one.account === account)
    return page(own.toReversed().map(subscriptionAnswer), asked)
  },
  'GET /accounts/:account/invoices': (asked) => {
    const account = accountOf(asked)
    const own = asked.site.invoices.filter((one) => one.account === account)
    return page(own.toReversed().map(invoiceAnswer), asked)
  },
  'GET /invoices/:invoice': (asked) => done(invoiceAnswer(invoiceOf(asked))),
  'PUT /invoices/:invoice/collect': settled(behaviour.collectAgain),
  'PUT /invoices/:invoice/mark_failed': settled(behaviour.markFailed),
  'POST /subscriptions': ({ site, body }) => {
    const { plan_code, account } = newSubscription.parse(body)
    const owner =
      site.accounts.find(({ code }) => code === account.code) ??
      behaviour.createAccount(site, account.code, undefined)
    const purchase = { planCode: plan_code, tokenId: account.billing_info?.token_id }
    return { status: 201, body: subscriptionAnswer(behaviour.subscribe(site, owner, purchase)) }
  },
  'GET /subscriptions/:subscription': (asked) => done(subscriptionAnswer(subscriptionOf(asked))),
  'DELETE /subscriptions/:subscription': moved(behaviour.terminate),
  'PUT /subscriptions/:subscription/cancel': moved(behaviour.cancel),
  'PUT /subscriptions/:subscription/reactivate': moved(behaviour.reactivate),
  'POST /subscriptions/:subscription/change': (asked) => {
    const subscription = subscriptionOf(asked)
    const { plan_code } = planChange.parse(asked.body)
    const { lines } = behaviour.change(asked.site, subscription, plan_code)
    return { status: 201, body: changeAnswer(subscription, plan_code, lines) }
  },
  'POST /subscriptions/:subscription/change/preview': (asked) => {
    const subscription = subscriptionOf(asked)
    const { plan_code } = planChange.parse(asked.body)
    const lines = behaviour.prorate(asked.site, subscription, plan_code)
    return done(changeAnswer(subscription, plan_code, lines))
  },
}

const done = (body: unknown): Answered => ({ status: 200, body })

function moved(move: (site: FakeSite, subscription: FakeSubscription) => void) {
  return (asked: Asked): Answered => {
    const subscription = subscriptionOf(asked)
    move(asked.site, subscription)
    return done(subscriptionAnswer(subscription))
  }
}

function settled(settle: (site: FakeSite, invoice: FakeInvoice) => void) {
  return (asked: Asked): Answered => {
    const invoice = invoiceOf(asked)
    settle(asked.site, invoice)
    return done(invoiceAnswer(invoice))
  }
}

function invoiceOf({ site, params }: Asked): FakeInvoice {
  const invoice = site.invoices.find(({ id }) => id === params.invoice)
  if (!invoice) throw new Refusal(404, 'not_found', `Couldn't find Invoice with id = ${params.invoice}`)
  return invoice
}

function accountOf({ site, params }: Asked): FakeAccount {
  const account = site.accounts.find(({ id, code }) => [id, `code-${code}`].includes(params.account ?? ''))
  if (!account) throw new Refusal(404, 'not_found', `Couldn't find Account with id = ${params.account}`)
  return account
}

function subscriptionOf({ site, params }: Asked): FakeSubscription {
  const wanted = params.subscription ?? ''
  const found = site.subscriptions.find(({ id, uuid }) => [id, `uuid-${uuid}`].includes(wanted))
  if (!found) throw new Refusal(404, 'not_found', `Couldn't find Subscription with id = ${wanted}`)
  return found
}

/** Two per page, however many are requested, so that paging is always tested. */
const PAGE = 2

function page(all: readonly unknown[], { path, query }: Asked): Answered {
  const from = Number(query.get('cursor') ?? 0)
  const next = new URLSearchParams([...query].filter(([name]) => name !== 'cursor'))
  next.set('cursor', String(from + PAGE))
  const more = from + PAGE < all.length ? `${path}?${next}` : undefined
  return done(listAnswer(all.slice(from, from + PAGE), more))
}

/** The route of a request and what its path names. */
export function findRoute(method: string, path: string) {
  for (const [pattern, answer] of Object.entries(routes)) {
    const expression = pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)')
    const match = new RegExp(`^${expression}$`).exec(`${method} ${path}`)
    const params = Object.entries(match?.groups ?? {})
    if (match)
      return {
        answer,
        params: Object.fromEntries(params.map(([name, value]) => [name, decodeURIComponent(value)])),
      }
  }
  return undefined
}
