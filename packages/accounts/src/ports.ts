import type { UserActor } from '@freeor/kernel/actor'
import type { Clock } from '@freeor/kernel/clock'
import type { CompanyRole } from '@freeor/kernel/scope'
import type { Database, Tx } from '@freeor/postgres/database'
import type { AttemptLimiter } from './adapters/attempt-limiter.ts'
import type { HashRequest } from './adapters/hashing-limiter.ts'
import type { IdentityProvider } from './identities/ports.ts'

/** Everything signing in needs, wired once by `createAuth`. */
export type Auth = {
  readonly db: Database
  readonly clock: Clock
  /** At least 32 characters, stored outside the database: it signs sessions and seals second factors. */
  readonly secret: string
  /**
   * Origins of the sites, e.g. `http://localhost:3000`. Links in mail lead only to these; one that belongs to no
   * request leads to the first.
   */
  readonly origins: readonly [string, ...string[]]
  /** Cookies are `Secure` only when both sites are https: a browser would drop them on the plain one. */
  readonly secureCookies: boolean
  /** The common parent that passkeys of both sites are bound to; each site's own host where there is none. */
  readonly passkeyHost: string | undefined
  /** The providers whose accounts users may log in with; none unless the operator sets some up. */
  readonly identityProviders: readonly IdentityProvider[]
  readonly hasher: PasswordHasher
  readonly limiter: AttemptLimiter
  readonly queueMail: QueueAccountMail
  readonly queueSms: QueueAccountSms
  readonly onCompanyCreated: OnCompanyCreated
  readonly onMemberRemoved: OnMemberRemoved
  readonly onEmailChanged: OnEmailChanged
  readonly onAccountDeleted: OnAccountDeleted
  readonly onOwnerChanged: OnOwnerChanged
  readonly seatsOf: SeatsOf
}

/** Hashes passwords, a few at the same time; the others wait in the queue of their priority. */
export interface PasswordHasher {
  /** @throws AppError rate_limited with `details.busy` when too many wait already. */
  hash(password: string, request?: HashRequest): Promise<string>
  /**
   * Whether the password fits the hash. Without a hash it takes as long, and the answer is no.
   * @throws AppError rate_limited with `details.busy` when too many wait already.
   */
  verify(
    input: { readonly hash: string | null; readonly password: string },
    request?: HashRequest,
  ): Promise<boolean>
}

/** Where a request came from: the client's address, and the site that links in mail lead to. */
export type Requester = { readonly address: string; readonly origin: string }

/** A request that may change whose session a browser holds. */
export type SessionRequest = Pick<Requester, 'address'> & { readonly headers: Headers }

/** The answer to such a request: the body, and the cookies for the browser. */
export type AnswerWithCookies<Body> = { readonly body: Body; readonly cookies: readonly string[] }

export type Membership = {
  readonly companyId: string
  readonly companyName: string
  readonly ownerUserId: string
  readonly role: CompanyRole
}

/** A signed-in person and the company they work in, read together. */
export type Caller = {
  readonly actor: UserActor
  /** As `findCompanyOf`. */
  readonly membership: Membership | undefined
}

/** The mails accounts send; the composition root hands them to the outbox. */
export type AccountMail =
  | { to: string; template: 'reset-password'; props: { url: string; minutes: number } }
  | { to: string; template: 'account-exists'; props: { loginUrl: string; resetUrl: string } }
  | { to: string; template: 'invitation'; props: InvitationMail }
  | { to: string; template: 'verification-code'; props: VerificationCodeMail }
  | { to: string; template: 'notice'; props: NoticeMail }
  | { to: string; template: 'ownership-given' | 'ownership-received'; props: OwnershipMail }

export type VerificationCodeMail = {
  readonly code: string
  readonly minutes: number
  readonly purpose: 'verify-account' | 'change-email'
}

/** A notice about the account. Addresses are the only text in it that a user typed. */
export type NoticeMail = {
  readonly subject: string
  readonly heading: string
  readonly paragraphs: readonly string[]
}

/** Names as people typed them; the template makes them harmless. */
export type InvitationMail = {
  readonly companyName: string
  readonly inviterName: string
  readonly role: string
  readonly url: string
  readonly hours: number
}

export type OwnershipMail = {
  readonly companyName: string
  readonly formerOwner: string
  readonly newOwner: string
  readonly url: string
}

/** Writes a mail into the outbox inside the caller's transaction. */
export type QueueAccountMail = (tx: Tx, mail: AccountMail) => Promise<unknown>

/** Writes a text message into the outbox inside the caller's transaction. `to` is E.164. */
export type QueueAccountSms = (
  tx: Tx,
  sms: { readonly to: string; readonly text: string; readonly expiresAt: Date },
) => Promise<unknown>

export type EmailChanged = {
  readonly userId: string
  readonly before: string
  readonly after: string
  readonly now: Date
}

/** What higher layers do when a person's address has changed, in the same transaction: the billing account follows. */
export type OnEmailChanged = (tx: Tx, changed: EmailChanged) => Promise<void>

export type AccountDeleted = {
  readonly userId: string
  /** The companies that are deleted with the person. */
  readonly companyIds: readonly string[]
  readonly now: Date
}

/** Ends what higher layers hold for a person and their companies, in the transaction that deletes the account. */
export type OnAccountDeleted = (tx: Tx, deleted: AccountDeleted) => Promise<void>

export type CompanyCreated = {
  readonly companyId: string
  readonly userId: string
  readonly email: string
  readonly now: Date
}

/** What higher layers do when a company is created, in the same transaction. */
export type OnCompanyCreated = (tx: Tx, company: CompanyCreated) => Promise<void>

/** How many people a company may have besides its owner, by its present plan. */
export type SeatsOf = (tx: Tx, companyId: string) => Promise<number>

export type MemberRemoved = { readonly companyId: string; readonly userId: string; readonly now: Date }

/**
 * Ends what higher layers hold for a person inside a company (keys, links, streams), in the transaction that ends the
 * membership. What they ordered for the company belongs to the company and goes on.
 */
export type OnMemberRemoved = (tx: Tx, removed: MemberRemoved) => Promise<void>

export type OwnerChanged = {
  readonly companyId: string
  /** The new owner's. */
  readonly email: string
  readonly now: Date
}

/**
 * What higher layers change with the owner of a company, e.g. the address bills go to; in the transaction that changed
 * the owner.
 */
export type OnOwnerChanged = (tx: Tx, changed: OwnerChanged) => Promise<void>
