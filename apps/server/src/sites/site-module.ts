import type { LiveTopic } from '@freeor/accounts/live/ports'
import type { Membership } from '@freeor/accounts/ports'
import type { Database } from '@freeor/postgres/database'
import type { z } from 'zod'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { Engines } from '../engines.ts'
import type { AnyOperation } from '../http/operation.ts'
import type { ContentSources } from '../http/security-headers.ts'
import type { SiteTraits } from './site-traits.ts'

/** What is forgotten once a day, with its name in the log. */
export type CleanUp = readonly [name: string, forget: () => Promise<unknown>]

/** A company's plan on a site. */
export type PlanState = {
  readonly planID: string
  readonly subscription_status: string
  /** Whether the plan lets anything be used. */
  readonly active: boolean
}

/** What `/api/me` says a company may use of the site, as one more field of its answer. */
export type Offer = {
  readonly field: string
  readonly answer: z.ZodType
  /** @returns null for a company that is no customer of the site */
  read(deps: Deps, membership: Membership): Promise<PlanState | null>
}

/** What `/api/me` says of the person on the site, whatever company they work in, as one more field of its answer. */
export type PersonField = {
  readonly field: string
  readonly answer: z.ZodType
  /** For a visitor, and on every other site. */
  readonly none: unknown
  read(deps: Deps, userId: string): Promise<unknown>
}

/** What the topics of a site read with. */
export type LiveMeans = { readonly db: Database; readonly organizations: readonly string[] }

export type SiteMeans = { readonly config: Config; readonly engines: Engines; readonly deps: Deps }

/** A site that is served, with everything of its own opened. */
export type ServedSite = {
  readonly module: SiteModule
  /** What its operations are called with. */
  readonly deps: Deps
  /** Runs before anything is served: cleans up what a crash left behind. */
  prepare(): Promise<void>
  /** What a new installation starts with; `say` reports long work. */
  addSampleData(say: (text: string) => void): Promise<void>
  /** After the jobs run: what the sample company has and does. */
  fillSampleCompany(): Promise<void>
  startJobs(): Promise<void>
  /** After mails were handed over and this is recorded; it is not told of every one, so it looks for itself. */
  onMailSent?(): Promise<void>
  readonly cleanUps: readonly CleanUp[]
  close(): Promise<void>
}

/** Whose address is proven, and who is not somebody that a super admin acts as. */
export type SignallingPerson = { readonly userId: string; readonly email: string }

/** Everything one site adds to the server. */
export type SiteModule = SiteTraits & {
  /** Its endpoints, in the order of the documentation. */
  readonly operations: readonly AnyOperation[]
  readonly offer: Offer
  /** The sample logins that show the site, in addition to those of every installation. */
  readonly sampleRoles: readonly string[]
  readonly person?: PersonField
  /** The answer of a plan of the site, as the super admin's list shows it. */
  readonly planAnswer: z.ZodType
  /** Other people's hosts that every page of the site may load from; none unless told. */
  readonly contentSources?: ContentSources
  /** A signed-in person's browser asks, by `Sec-GPC: 1`, that what the site sells of them is not sold. */
  receivePrivacySignal?(deps: Deps, person: SignallingPerson): Promise<void>
  /** What its live streams tell of. */
  liveTopics?(means: LiveMeans): readonly LiveTopic[]
  open(means: SiteMeans): Promise<ServedSite>
}
