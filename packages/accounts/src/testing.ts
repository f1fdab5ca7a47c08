import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import type { Database } from '@freeor/postgres/database'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { attemptKey } from './attempt-keys.ts'
import { type Auth, createAuth } from './auth.ts'
import type {
  AccountDeleted,
  AccountMail,
  CompanyCreated,
  EmailChanged,
  MemberRemoved,
  OwnerChanged,
} from './ports.ts'
import { users } from './tables.ts'

export type AccountsHouse = {
  readonly auth: Auth
  /** Mails of committed and running transactions, oldest first. */
  readonly mails: AccountMail[]
  readonly createdCompanies: CompanyCreated[]
  readonly removedMembers: MemberRemoved[]
  readonly texts: { to: string; text: string }[]
  readonly changedEmails: EmailChanged[]
  readonly deletedAccounts: AccountDeleted[]
  readonly changedOwners: OwnerChanged[]
  /** What the plan of every company allows; a test may change it. */
  seats: number
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
  const removedMembers: MemberRemoved[] = []
  const texts: { to: string; text: string }[] = []
  const changedEmails: EmailChanged[] = []
  const deletedAccounts: AccountDeleted[] = []
  const changedOwners: OwnerChanged[] = []
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
    onMemberRemoved: async (_tx, removed) => {
      removedMembers.push(removed)
    },
    onOwnerChanged: async (_tx, changed) => {
      changedOwners.push(changed)
    },
    queueSms: async (_tx, sms) => {
      texts.push(sms)
    },
    onEmailChanged: async (_tx, changed) => {
      changedEmails.push(changed)
    },
    onAccountDeleted: async (_tx, deleted) => {
      deletedAccounts.push(deleted)
    },
    seatsOf: async () => house.seats,
  })
  const house: AccountsHouse = {
    auth,
    mails,
    createdCompanies,
    removedMembers,
    texts,
    changedEmails,
    deletedAccounts,
    changedOwners,
    seats: 25,
    call: (method, path, options) => call(auth, method, path, options),
  }
  return house
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

export const password = 'correct horse battery'

/** A test file's database, and in it a house and a person for each test. */
export class Stage {
  house: AccountsHouse
  /** Of the person the test is about; a new one each test. */
  email = ''
  /** Of the test in its file. */
  number = 0
  readonly database: TestDatabase

  constructor(database: TestDatabase) {
    this.database = database
    this.house = accountsHouse(database.db)
  }

  next(): void {
    this.house = accountsHouse(this.database.db)
    this.number += 1
    this.email = `person${this.number}@example.com`
  }

  async signUp(body: Record<string, unknown> = {}): Promise<Answer> {
    return await this.house.call('POST', '/sign-up/email', {
      body: { email: this.email, password, ...body },
    })
  }

  async signIn(
    body: Record<string, unknown> = {},
    address = `198.51.100.${this.number}`,
    cookie = '',
  ): Promise<Answer> {
    const sent = { email: this.email, password, ...body }
    return await this.house.call('POST', '/sign-in/email', { body: sent, address, cookie })
  }

  /** Signs up and in. */
  async signedIn(): Promise<{ cookie: string; token: string; userId: string }> {
    await this.signUp()
    const answer = await this.signIn()
    const { token, user } = answer.body as { token: string; user: { id: string } }
    return { cookie: answer.cookie, token, userId: user.id }
  }

  /** As if they had read the mail to their address. */
  async prove(userId: string): Promise<void> {
    await this.database.db.update(users).set({ emailVerified: true }).where(eq(users.id, userId))
  }

  /** What a stranger's ten wrong guesses leave behind. */
  async spendAttempts(): Promise<void> {
    const key = attemptKey('sign-in:account', this.email)
    for (let n = 0; n < key.limit.max; n += 1) await this.house.auth.limiter.allows(this.database.db, key)
  }

  /** Asks for a reset and reads the token in its mail. */
  async readResetToken(): Promise<string> {
    await this.house.call('POST', '/request-password-reset', { body: { email: this.email } })
    const isMine = (mail: AccountMail) => mail.template === 'reset-password' && mail.to === this.email
    const mail = this.house.mails.findLast(isMine)
    if (mail?.template !== 'reset-password') throw new Error('No reset mail')
    return new URL(mail.props.url).searchParams.get('token') ?? ''
  }
}

/** Sets the stage for the test file that calls this. It stands from the first test on. */
export function openStage(): () => Stage {
  let stage: Stage | undefined
  const standing = () => {
    if (!stage) throw new Error('The stage is set before the first test')
    return stage
  }
  beforeAll(async () => {
    stage = new Stage(await testDatabase())
  })
  beforeEach(() => standing().next())
  afterAll(async () => await stage?.database.close())
  return standing
}
