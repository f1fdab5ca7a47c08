import type { CompanyRole } from '@freeor/kernel/scope'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { CompaniesFixture } from './companies-fixture.ts'
import type { Person } from './people.ts'

/** What a call is made of. */
export type Input = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
  headers?: Record<string, string>
  /** A body that is no JSON. */
  rawBody?: string
}

/** Things of somebody, or ids of their shape that name nothing. */
export type Ids = {
  downloadId: string
  savedSearchId: string
  emailId: string
  deletedSearchId: string
  zipListId: string
  /** With an alert. */
  alertSearchId: string
  shareLinkId: string
  /** A link that the person has opened. */
  visitedLinkId: string
  suppressionListId: string
  ownListId: string
  /** Of everybody's leads, so the same for all. */
  leadId: string
  deletedListId: string
  webhookId: string
  /** Of a download that a colleague asked for. */
  approvalId: string
  /** Of a download that the person asked for. */
  askedId: string
  /** Of a download that repeats, and of a run of it that waits. */
  scheduleId: string
  runId: string
  /** A delivery of it that was given up. */
  webhookDeliveryId: string
  memberId: string
  invitationId: string
  subscriptionId: string
  sessionId: string
  apiKeyId: string
  passkeyId: string
  identityId: string
  /** Of the company, with a draft and a published lesson. */
  courseId: string
  placedId: string
  /** Of the first two questions of that lesson. */
  authoredId: string
  nextId: string
  questionImportId: string
  /** Of an upload for a lesson that has not arrived. */
  lessonUploadId: string
  lessonId: string
  /** Of a lesson that is not published. */
  draftId: string
  noteId: string
  accountId: string
  invoiceId: string
  /** Of a certificate. */
  serial: string
  /** Not graded. */
  attemptId: string
  gradedAttemptId: string
  /** Of the attempt's first question. */
  questionId: string
  optionId: string
  /** The account owner's. */
  ownerId: string
  email: string
}

/** A system in which everything that an operation may name is there. */
export type SecurityFixture = CompaniesFixture & {
  /** Of company A. */
  readonly own: Ids
  /** Of the member of company A. */
  readonly colleagues: Ids
  /** Of company B. */
  readonly theirs: Ids
  /** Of nobody. */
  readonly missing: Ids
  /** Belongs to no company any more. */
  readonly lost: Person
  readonly mailId: string
  /** Is done, and refused a row. */
  readonly importId: string
}

/** What the table knows of an operation beyond its contract. */
export type Row = {
  /** An input for which a caller with the rights gets 2xx. Made anew for each call, as a call may use it up. */
  sample(fixture: SecurityFixture, as: Person): Input | Promise<Input>
  /** Needs a subscription that is active. */
  needsPlan?: true
  /**
   * Who may, by the role in the account that owns what is named: the others see it, and are 403. Every role may unless
   * told.
   */
  roles?: readonly CompanyRole[]
  /** Ignores members it does not know. */
  isOpen?: true
  /** Another answer than 2xx that shows the call was let in. */
  orElse?: number
  /** What it names belongs to an organization, not to a company: its own tests act as another organization's admin. */
  ofOrganization?: true
  /** What it names belongs to a site, and a list says who edits it: its own tests act as somebody whom no list names. */
  ofSite?: true
  /** What it names belongs to one person: for a colleague, too, it does not exist. */
  isPersonal?: true
  /** The table that the body is written to: none of its other columns may be sent. */
  writes?: PgTable
  /** The input that names a thing of somebody else. */
  foreign?: (ids: Ids, as: Person) => Input
  /** Puts back what the call changed that the rest of the table needs. */
  undo?: (fixture: SecurityFixture, as: Person, role: CompanyRole) => Promise<void>
}
