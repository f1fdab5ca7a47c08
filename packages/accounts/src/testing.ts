import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import type { Database } from '@freeor/postgres/database'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { ZodError } from 'zod'
import { createPasswordHasher } from './adapters/password-hasher.ts'
import { attemptKey } from './attempt-keys.ts'
import { createAuth } from './auth.ts'
import { signUp } from './credentials/commands.ts'
import { changePassword, requestPasswordReset, resetPassword } from './credentials/passwords/commands.ts'
import { requireLiveLink } from './credentials/queries.ts'
import type {
  AccountDeleted,
  AccountMail,
  Auth,
  CompanyCreated,
  EmailChanged,
  MemberRemoved,
  OwnerChanged,
  PasswordHasher,
  Requester,
  SessionRequest,
} from './ports.ts'
import {
  changePasswordInput,
  checkResetLinkInput,
  requestPasswordResetInput,
  resetPasswordInput,
  signInInput,
  signUpInput,
} from './schema.ts'
import { signOut } from './sessions/commands.ts'
import { findSession } from './sessions/queries.ts'
import { signIn } from './sign-in/commands.ts'
import { signInWithCode } from './sign-in/second-step.ts'
import { users } from './tables.ts'
import { twoFactorSignInInput } from './two-factor/schema.ts'

/** The hasher of production at a thousandth of its cost: tests sign people in thousands of times. */
export const quickHasher = (): PasswordHasher =>
  createPasswordHasher({ N: 16, r: 16, p: 1, maxmem: 64 * 1024 * 1024 })

export type AccountsSystem = {
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
  /** Does the same as the operation at this path under `/api/auth`. */
  call(path: string, options?: CallOptions): Promise<Answer>
}

export type CallOptions = {
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly cookie?: string
  readonly address?: string
  /** The site it came to; Leads unless told. */
  readonly site?: string
}

export type Answer = {
  readonly status: number
  readonly body: unknown
  /** The cookies set, as a browser would send them back. */
  readonly cookie: string
  readonly setCookies: readonly string[]
  readonly code: string | undefined
  readonly retryAfter: number | undefined
  /** The ticket of half a log-in, for its second step. */
  readonly ticket: string
}

type TestSystemOptions = {
  readonly clock?: Clock
  readonly origins?: readonly [string, ...string[]]
  /** The quick one unless told. */
  readonly hasher?: PasswordHasher
}

const plainOrigins = ['http://localhost:3000', 'http://localhost:3001'] as const

/**
 * Accounts on a real database. The mails and new companies are collected, and the commands are called as the server's
 * operations call them.
 */
export function accountsSystem(
  db: Database,
  { clock, origins = plainOrigins, hasher = quickHasher() }: TestSystemOptions = {},
): AccountsSystem {
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
    origins,
    hasher,
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
    seatsOf: async () => system.seats,
  })
  const system: AccountsSystem = {
    auth,
    mails,
    createdCompanies,
    removedMembers,
    texts,
    changedEmails,
    deletedAccounts,
    changedOwners,
    seats: 25,
    call: (path, options) => call(auth, path, options),
  }
  return system
}

/** What the operations under `/api/auth` do, without HTTP: the input by its schema, then the command. */
const commands: Record<string, (asked: Asked) => Promise<{ body: unknown; cookies?: readonly string[] }>> = {
  '/sign-up/email': async ({ auth, request, body }) => {
    await signUp(auth, signUpInput.parse(body), request)
    return { body: { status: true } }
  },
  '/sign-in/email': ({ auth, request, body }) => signIn(auth, request, signInInput.parse(body)),
  '/two-factor': ({ auth, request, body }) => signInWithCode(auth, request, twoFactorSignInInput.parse(body)),
  '/sign-out': async ({ auth, request }) => ({
    body: { status: true },
    cookies: await signOut(auth, request.headers),
  }),
  '/request-password-reset': async ({ auth, request, body }) => {
    await requestPasswordReset(auth, request, requestPasswordResetInput.parse(body))
    return { body: { status: true } }
  },
  '/check-reset-link': async ({ auth, body }) => {
    await requireLiveLink(auth, 'reset-password', checkResetLinkInput.parse(body).token)
    return { body: { status: true } }
  },
  '/reset-password': async ({ auth, request, body }) => {
    const { cookies } = await resetPassword(auth, request, resetPasswordInput.parse(body))
    return { body: { status: true }, cookies }
  },
  '/change-password': async ({ auth, request, body }) => {
    const caller = await findSession(auth, request.headers)
    if (!caller) throw new AppError('unauthenticated', 'Please log in first.')
    return await changePassword(auth, request, caller.actor, changePasswordInput.parse(body))
  },
}

type Asked = {
  readonly auth: Auth
  readonly request: Requester & SessionRequest
  readonly body: unknown
}

async function call(auth: Auth, path: string, options: CallOptions = {}): Promise<Answer> {
  const headers = new Headers(options.headers)
  if (options.cookie) headers.set('cookie', options.cookie)
  const origin = options.site ?? auth.origins[0]
  const request = { headers, origin, address: options.address ?? '192.0.2.1' }
  const command = commands[path]
  if (!command) throw new Error(`There is no ${path}`)
  try {
    const { body, cookies: setCookies = [] } = await command({ auth, request, body: options.body })
    const cookie = setCookies.map((one) => one.split(';')[0]).join('; ')
    return { status: 200, body, cookie, setCookies, code: undefined, retryAfter: undefined, ticket: '' }
  } catch (error) {
    return refusalOf(error)
  }
}

/** The refusal as the server sends it. @throws whatever is no refusal */
function refusalOf(thrown: unknown): Answer {
  const error = thrown instanceof ZodError ? new AppError('invalid_request', thrown.message) : thrown
  if (!(error instanceof AppError)) throw error
  const { retryAfter, ticket } = error.details
  return {
    status: error.status,
    body: { code: error.code, detail: error.message },
    cookie: '',
    setCookies: [],
    code: error.code,
    retryAfter: typeof retryAfter === 'number' ? retryAfter : undefined,
    ticket: typeof ticket === 'string' ? ticket : '',
  }
}

export const password = 'correct horse battery'

/** A test file's database, with a system and a user for each test. */
export class Fixture {
  system: AccountsSystem
  /** The address of the user that the test is about; a new one for each test. */
  email = ''
  /** The number of the test in its file. */
  number = 0
  readonly database: TestDatabase

  constructor(database: TestDatabase) {
    this.database = database
    this.system = accountsSystem(database.db)
  }

  next(): void {
    this.system = accountsSystem(this.database.db)
    this.number += 1
    this.email = `person${this.number}@example.com`
  }

  async signUp(body: Record<string, unknown> = {}): Promise<Answer> {
    return await this.system.call('/sign-up/email', { body: { email: this.email, password, ...body } })
  }

  async signIn(
    body: Record<string, unknown> = {},
    address = `198.51.100.${this.number}`,
    cookie = '',
  ): Promise<Answer> {
    const sent = { email: this.email, password, ...body }
    return await this.system.call('/sign-in/email', { body: sent, address, cookie })
  }

  /** Signs up and in. */
  async signedIn(): Promise<{ cookie: string; token: string; userId: string }> {
    await this.signUp()
    const answer = await this.signIn()
    const { token, user } = answer.body as { token: string; user: { id: string } }
    return { cookie: answer.cookie, token, userId: user.id }
  }

  /** Proves the address, as if they had read the mail to it. */
  async prove(userId: string): Promise<void> {
    await this.database.db.update(users).set({ emailVerified: true }).where(eq(users.id, userId))
  }

  /** Makes ten wrong guesses, as a stranger. */
  async spendAttempts(): Promise<void> {
    const key = attemptKey('sign-in:account', this.email)
    for (let n = 0; n < key.limit.max; n += 1) await this.system.auth.limiter.allows(this.database.db, key)
  }

  /** Asks for a reset and reads the link in its mail. */
  async readResetLink(next?: string): Promise<URL> {
    await this.system.call('/request-password-reset', { body: { email: this.email, next } })
    for (const mail of this.system.mails.toReversed())
      if (mail.template === 'reset-password' && mail.to === this.email) return new URL(mail.props.url)
    throw new Error('No reset mail')
  }

  async readResetToken(): Promise<string> {
    return (await this.readResetLink()).searchParams.get('token') ?? ''
  }
}

/** Sets up the fixture for the test file that calls this, before its first test. */
export function openFixture(): () => Fixture {
  let fixture: Fixture | undefined
  const currentFixture = () => {
    if (!fixture) throw new Error('The fixture is set before the first test')
    return fixture
  }
  beforeAll(async () => {
    fixture = new Fixture(await testDatabase())
  })
  beforeEach(() => currentFixture().next())
  afterAll(async () => await fixture?.database.close())
  return currentFixture
}
