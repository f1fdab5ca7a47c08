import { expect } from 'vitest'
import { addApiKey, addSession } from './account-things.ts'
import { addCertificate } from './certificate-things.ts'
import { type CompaniesFixture, download } from './companies-fixture.ts'
import { addInvitation, addMember, clearPeople, newAddress } from './company-people.ts'
import { addCourseOf, addNoteOf, addQuestionImport, ensureCourse } from './course-things.ts'
import { ensureDraftOf } from './draft-things.ts'
import { addFailedEmail } from './emails.ts'
import { firmsDictId } from './firms.ts'
import { addIdentityOf } from './identity-things.ts'
import { addLessonUpload } from './lesson-file-things.ts'
import { addOwnListOf } from './own-lists.ts'
import { addPasskeyOf, clearPasskeys } from './passkey-things.ts'
import type { Person } from './people.ts'
import { addGradedAttempt, openAttemptOf } from './quiz-things.ts'
import { addAlert, addSavedSearch } from './saved-searches.ts'
import { addScheduleOf } from './schedule-things.ts'
import type { Ids, Row, SecurityFixture } from './security-row.ts'
import { addShareLink, addVisitedLink } from './share-links.ts'
import { addApprovalFor, addApprovalOf } from './spending-things.ts'
import { ensureSubscription } from './subscriptions.ts'
import { addSuppressionListOf } from './suppression-lists.ts'
import { addWebhookOf } from './webhook-things.ts'

type IdName = keyof Ids

/** How something of a person is made, and which ids come of it. */
type Maker = {
  readonly names: readonly IdName[]
  make(fixture: CompaniesFixture, as: Person): Promise<Partial<Ids>>
}

const one = (
  name: IdName,
  add: (fixture: CompaniesFixture, as: Person) => Promise<string> | string,
): Maker => ({ names: [name], make: async (fixture, as) => ({ [name]: await add(fixture, as) }) })

const ofLeads: readonly Maker[] = [
  one('savedSearchId', addSavedSearch),
  one('emailId', async (fixture, as) => (await addFailedEmail(fixture, as)).emailId),
  one('deletedSearchId', (fixture, as) => addSavedSearch(fixture, as, fixture.deps.clock.now())),
  one('alertSearchId', addAlert),
  one('shareLinkId', async (fixture, as) => (await addShareLink(fixture, as)).id),
  one('visitedLinkId', addVisitedLink),
  one('suppressionListId', addSuppressionListOf),
  one('ownListId', addOwnListOf),
  one('deletedListId', (fixture, as) => addSuppressionListOf(fixture, as, fixture.deps.clock.now())),
  { names: ['webhookId', 'webhookDeliveryId'], make: addWebhookOf },
  one('approvalId', addApprovalFor),
  one('askedId', addApprovalOf),
  { names: ['scheduleId', 'runId'], make: addScheduleOf },
]

const ofUsers: readonly Maker[] = [
  one('sessionId', addSession),
  one('apiKeyId', addApiKey),
  one('identityId', addIdentityOf),
  { names: ['subscriptionId', 'accountId', 'invoiceId', 'ownerId', 'email'], make: subscribe },
]

const ofCourses: readonly Maker[] = [
  { names: ['courseId', 'placedId', 'authoredId', 'nextId'], make: addCourseOf },
  one('questionImportId', addQuestionImport),
  one('lessonUploadId', addLessonUpload),
  one('serial', addCertificate),
  { names: ['attemptId', 'gradedAttemptId', 'questionId', 'optionId'], make: addQuizzes },
  one('lessonId', async (fixture) => (await ensureCourse(fixture)).lessons[0]?.id ?? ''),
  one('draftId', ensureDraftOf),
  one('noteId', addNoteOf),
]

/** Made once: nothing that is tried with a thing of one's own uses them up. */
const lasting: readonly Maker[] = [
  one('downloadId', async (fixture, as) => (await download(fixture, as)).id),
  one('zipListId', addZipList),
  one('leadId', anyLeadId),
]

/** People and keys that stay for the whole table. */
const staying: readonly Maker[] = [
  one('memberId', (fixture, as) => addMember(fixture, as, newAddress({ stays: true }))),
  one('invitationId', async (fixture, as) => {
    return (await addInvitation(fixture, as, newAddress({ stays: true }))).invitationId
  }),
  one('passkeyId', addPasskeyOf),
]

/** The same for one call: those of earlier calls are removed, so that the plan's seats suffice. */
const passing: readonly Maker[] = [
  one('memberId', async (fixture, as) => {
    await clearPeople(fixture, as)
    return await addMember(fixture, as)
  }),
  one('invitationId', async (fixture, as) => {
    await clearPeople(fixture, as)
    return (await addInvitation(fixture, as)).invitationId
  }),
  one('passkeyId', async (fixture, as) => {
    await clearPasskeys(fixture, as)
    return await addPasskeyOf(fixture, as)
  }),
]

/** Everything that an operation may name, of this person. */
export async function makeThings(fixture: CompaniesFixture, as: Person): Promise<Ids> {
  return (await makeAll([...lasting, ...staying, ...ofLeads, ...ofUsers, ...ofCourses], fixture, as)) as Ids
}

/** An input that names new things of the person: of their company, or personal ones. Makes only those that it names. */
export async function namingOwn(
  fixture: SecurityFixture,
  foreign: NonNullable<Row['foreign']>,
  as: Person,
): Promise<ReturnType<typeof foreign>> {
  const read = new Set<string | symbol>()
  const seen = new Proxy(fixture.own, {
    get(ids, name) {
      read.add(name)
      return Reflect.get(ids, name)
    },
  })
  foreign(seen, as)
  const wanted = [...passing, ...ofLeads, ...ofUsers, ...ofCourses].filter(({ names }) =>
    names.some((name) => read.has(name)),
  )
  return foreign({ ...fixture.own, ...(await makeAll(wanted, fixture, as)) }, as)
}

async function makeAll(
  makers: readonly Maker[],
  fixture: CompaniesFixture,
  as: Person,
): Promise<Partial<Ids>> {
  const ids: Partial<Ids> = {}
  for (const { make } of makers) Object.assign(ids, await make(fixture, as))
  return ids
}

async function subscribe({ deps }: CompaniesFixture, as: Person): Promise<Partial<Ids>> {
  return await ensureSubscription(deps, as)
}

async function addZipList(fixture: CompaniesFixture, as: Person): Promise<string> {
  const { status, text, body } = await fixture.call('POST', '/api/zip-lists', { as, body: { text: '77002' } })
  expect(status, text).toBe(200)
  return body.id
}

async function anyLeadId(fixture: CompaniesFixture, as: Person): Promise<string> {
  const body = { filter: 'company:"Firm 0001 LLC"', limit: 1 }
  const { body: found } = await fixture.call('POST', `/api/search/${firmsDictId}`, { as, body })
  return found.rows[0]?.id ?? ''
}

/** A graded attempt and an open one. */
async function addQuizzes(fixture: CompaniesFixture, as: Person): Promise<Partial<Ids>> {
  const { id: gradedAttemptId } = await addGradedAttempt(fixture, as)
  const { id: attemptId, questions } = await openAttemptOf(fixture, as)
  const [question] = questions
  return {
    ...{ attemptId, gradedAttemptId, questionId: question?.questionId ?? '' },
    optionId: question?.options[0]?.id ?? '',
  }
}
