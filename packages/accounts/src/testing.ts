import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import type { Database } from '@freeor/postgres/database'
import { type Auth, createAuth } from './auth.ts'
import type { AccountMail, CompanyCreated } from './ports.ts'

export type AccountsHouse = {
  readonly auth: Auth
  /** Mails of committed and running transactions, oldest first. */
  readonly mails: AccountMail[]
  readonly createdCompanies: CompanyCreated[]
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
}

export type CallOptions = {
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly cookie?: string
  readonly address?: string
}

export type Answer = {
  readonly status: number
  readonly body: unknown
  /** The cookies set, as a browser would send them back. */
  readonly cookie: string
  readonly setCookies: readonly string[]
  readonly code: string | undefined
  readonly retryAfter: number | undefined
}

type HouseOptions = { readonly clock?: Clock; readonly sites?: { leads: string; courses: string } }

const plainSites = { leads: 'http://localhost:3000', courses: 'http://localhost:3001' }

/** Accounts on a real database, with the mails and new companies collected, and its routes called without a server. */
export function accountsHouse(db: Database, { clock, sites = plainSites }: HouseOptions = {}): AccountsHouse {
  const mails: AccountMail[] = []
  const createdCompanies: CompanyCreated[] = []
  const auth = createAuth({
    db,
    ...(clock ? { clock } : {}),
    secret: 'a secret of a test, long enough to be one',
    sites,
    queueMail: async (_tx, mail) => {
      mails.push(mail)
    },
    onCompanyCreated: async (_tx, company) => {
      createdCompanies.push(company)
    },
  })
  return { auth, mails, createdCompanies, call: (method, path, options) => call(auth, method, path, options) }
}

async function call(auth: Auth, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const headers = new Headers({ 'content-type': 'application/json', ...options.headers })
  if (options.cookie) headers.set('cookie', options.cookie)
  const body = options.body === undefined ? null : JSON.stringify(options.body)
  const request = new Request(`${auth.sites.leads}/api/auth${path}`, { method, headers, body })
  try {
    const response = await auth.handle(request, options.address ?? '192.0.2.1')
    const setCookies = response.headers.getSetCookie()
    const cookie = setCookies.map((one) => one.split(';')[0]).join('; ')
    return {
      status: response.status,
      body: await response.json(),
      cookie,
      setCookies,
      code: undefined,
      retryAfter: undefined,
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { retryAfter } = error.details
    return {
      status: error.status,
      body: { code: error.code, detail: error.message },
      cookie: '',
      setCookies: [],
      code: error.code,
      retryAfter: typeof retryAfter === 'number' ? retryAfter : undefined,
    }
  }
}
