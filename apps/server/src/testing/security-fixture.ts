import { companyMembers } from '@freeor/accounts/tables'
import { setPlanByHand } from '@freeor/billing/admin/commands'
import { customers } from '@freeor/billing/tables'
import { newSerial } from '@freeor/courses/certificates/serial'
import { newId } from '@freeor/kernel/ids'
import { eq, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import { addApiKey, addSession } from './account-things.ts'
import { addCertificate } from './certificate-things.ts'
import { type CompaniesFixture, download, openCompaniesFixture } from './companies-fixture.ts'
import { addInvitation, addMember, clearPeople, newAddress } from './company-people.ts'
import { addCourseOf, addNoteOf, addQuestionImport, ensureCourse } from './course-things.ts'
import { ensureDraftOf } from './draft-things.ts'
import { dropVariables } from './drop-things.ts'
import { addFailedEmail } from './emails.ts'
import { firmsDictId } from './firms.ts'
import { addIdentityOf } from './identity-things.ts'
import { inboundMailVariables } from './inbound-mail.ts'
import { addLessonUpload } from './lesson-file-things.ts'
import { addOwnListOf } from './own-lists.ts'
import { addPasskeyOf, clearPasskeys } from './passkey-things.ts'
import { addPerson, type Person } from './people.ts'
import { addGradedAttempt, openAttemptOf } from './quiz-things.ts'
import { addAlert, addSavedSearch } from './saved-searches.ts'
import { addScheduleOf } from './schedule-things.ts'
import type { Ids, SecurityFixture } from './security-rows.ts'
import { addShareLink, addVisitedLink } from './share-links.ts'
import { addApprovalFor, addApprovalOf } from './spending-things.ts'
import { ensureSubscription } from './subscriptions.ts'
import { addSuppressionListOf } from './suppression-lists.ts'
import { finishedImport } from './uploads.ts'
import { addWebhookOf } from './webhook-things.ts'

/** Opens the system of the security table. */
export async function openSecurityFixture(options: { firms?: number } = {}): Promise<SecurityFixture> {
  const fixture = await openCompaniesFixture({
    ...options,
    variables: { ...inboundMailVariables, ...dropVariables },
  })
  const { owner, member, stranger, superAdmin } = fixture.people
  const rows = inArray(customers.companyId, [owner.companyId, stranger.companyId])
  await fixture.deps.db.update(customers).set({ planID: 'freeor_biz' }).where(rows)
  // With seats on the other site too, so that a smaller plan of Leads seats everybody.
  const hand = { planID: 'freeor_biz', superAdminUserId: undefined, reason: 'a test', now: new Date() }
  for (const { companyId } of [owner, stranger])
    await setPlanByHand(fixture.deps.db, { companyId, site: 'courses', ...hand })
  const reset = { email: owner.email }
  await fixture.call('POST', '/api/auth/request-password-reset', { body: reset })
  const { body } = await fixture.call('GET', '/api/mail-outbox', {
    as: superAdmin,
  })
  return {
    ...fixture,
    own: await makeThings(fixture, owner),
    colleagues: await makeThings(fixture, member),
    theirs: await makeThings(fixture, stranger),
    missing: await missingIds(fixture),
    lost: await addLostPerson(fixture),
    mailId: body.mails[0]?.id ?? '',
    importId: await finishedImport(fixture, 'imported'),
  }
}

/** Ids of every shape that name nothing. */
async function missingIds(fixture: CompaniesFixture): Promise<Ids> {
  return {
    downloadId: newId('dl'),
    savedSearchId: newId('srch'),
    emailId: newId('eml'),
    deletedSearchId: newId('srch'),
    zipListId: newId('zip'),
    alertSearchId: newId('srch'),
    shareLinkId: newId('shr'),
    visitedLinkId: newId('shr'),
    suppressionListId: newId('sup'),
    ownListId: newId('lst'),
    leadId: '18446744073709551614',
    deletedListId: newId('sup'),
    memberId: newId('mem'),
    invitationId: newId('inv'),
    sessionId: newId('ses'),
    webhookId: newId('whk'),
    approvalId: newId('apv'),
    askedId: newId('apv'),
    scheduleId: newId('sdl'),
    runId: newId('srn'),
    webhookDeliveryId: newId('msg'),
    apiKeyId: newId('key'),
    passkeyId: newId('psk'),
    identityId: newId('acc'),
    courseId: newId('crs'),
    placedId: newId('les'),
    authoredId: newId('que'),
    nextId: newId('que'),
    questionImportId: newId('qim'),
    lessonUploadId: `up_${newId('usr').slice(4)}_${newId('up').slice(3)}`,
    lessonId: (await ensureCourse(fixture)).lessons[0]?.id ?? '',
    draftId: newId('les'),
    noteId: newId('note'),
    subscriptionId: newId('emb'),
    accountId: newId('emb'),
    invoiceId: newId('bill'),
    serial: newSerial(),
    attemptId: newId('att'),
    gradedAttemptId: newId('att'),
    questionId: newId('que'),
    optionId: newId('opt'),
    ownerId: newId('usr'),
    email: 'nobody-at-all@people.example',
  }
}

async function makeThings(fixture: CompaniesFixture, as: Person): Promise<Ids> {
  const { id: downloadId } = await download(fixture, as)
  const zips = await fixture.call('POST', '/api/zip-lists', { as, body: { text: '77002' } })
  expect(zips.status, zips.text).toBe(200)
  const stays = () => newAddress({ stays: true })
  return {
    downloadId,
    savedSearchId: await addSavedSearch(fixture, as),
    emailId: (await addFailedEmail(fixture, as)).emailId,
    deletedSearchId: await addSavedSearch(fixture, as, fixture.deps.clock.now()),
    zipListId: zips.body.id,
    leadId: await anyLeadId(fixture, as),
    ...(await addLeadThings(fixture, as)),
    memberId: await addMember(fixture, as, stays()),
    invitationId: (await addInvitation(fixture, as, stays())).invitationId,
    sessionId: await addSession(fixture, as),
    apiKeyId: await addApiKey(fixture, as),
    passkeyId: await addPasskeyOf(fixture, as),
    identityId: await addIdentityOf(fixture, as),
    ...(await addCourseOf(fixture, as)),
    questionImportId: await addQuestionImport(fixture, as),
    lessonUploadId: await addLessonUpload(fixture, as),
    serial: await addCertificate(fixture, as),
    ...(await addQuizzes(fixture, as)),
    lessonId: (await ensureCourse(fixture)).lessons[0]?.id ?? '',
    draftId: await ensureDraftOf(fixture, as),
    noteId: await addNoteOf(fixture, as),
    ...(await ensureSubscription(fixture.deps, as)),
  }
}

async function anyLeadId(fixture: CompaniesFixture, as: Person): Promise<string> {
  const body = { filter: 'company:"Firm 0001 LLC"', limit: 1 }
  const { body: found } = await fixture.call('POST', `/api/search/${firmsDictId}`, { as, body })
  return found.rows[0]?.id ?? ''
}

/** Things of Leads that calls use up. */
async function addLeadThings(fixture: CompaniesFixture, as: Person) {
  return {
    alertSearchId: await addAlert(fixture, as),
    shareLinkId: (await addShareLink(fixture, as)).id,
    visitedLinkId: await addVisitedLink(fixture, as),
    suppressionListId: await addSuppressionListOf(fixture, as),
    ownListId: await addOwnListOf(fixture, as),
    deletedListId: await addSuppressionListOf(fixture, as, fixture.deps.clock.now()),
    ...(await addWebhookOf(fixture, as)),
    approvalId: await addApprovalFor(fixture, as),
    askedId: await addApprovalOf(fixture, as),
    ...(await addScheduleOf(fixture, as)),
  }
}

/** New things that the person may name: of their company, and personal ones. */
export async function ownThings(fixture: SecurityFixture, as: Person): Promise<Ids> {
  await clearPeople(fixture, as)
  await clearPasskeys(fixture, as)
  return {
    ...fixture.own,
    savedSearchId: await addSavedSearch(fixture, as),
    emailId: (await addFailedEmail(fixture, as)).emailId,
    deletedSearchId: await addSavedSearch(fixture, as, fixture.deps.clock.now()),
    ...(await addLeadThings(fixture, as)),
    memberId: await addMember(fixture, as),
    invitationId: (await addInvitation(fixture, as)).invitationId,
    sessionId: await addSession(fixture, as),
    apiKeyId: await addApiKey(fixture, as),
    passkeyId: await addPasskeyOf(fixture, as),
    identityId: await addIdentityOf(fixture, as),
    ...(await addCourseOf(fixture, as)),
    questionImportId: await addQuestionImport(fixture, as),
    lessonUploadId: await addLessonUpload(fixture, as),
    serial: await addCertificate(fixture, as),
    ...(await addQuizzes(fixture, as)),
    lessonId: (await ensureCourse(fixture)).lessons[0]?.id ?? '',
    draftId: await ensureDraftOf(fixture, as),
    noteId: await addNoteOf(fixture, as),
    ...(await ensureSubscription(fixture.deps, as)),
  }
}

/** A graded attempt and an open one. */
async function addQuizzes(fixture: CompaniesFixture, as: Person) {
  const { id: gradedAttemptId } = await addGradedAttempt(fixture, as)
  const { id: attemptId, questions } = await openAttemptOf(fixture, as)
  const [question] = questions
  return {
    ...{ attemptId, gradedAttemptId, questionId: question?.questionId ?? '' },
    optionId: question?.options[0]?.id ?? '',
  }
}

async function addLostPerson(fixture: CompaniesFixture): Promise<Person> {
  const memberOf = { companyId: fixture.people.owner.companyId, role: 'member' } as const
  const person = await addPerson(fixture.deps, fixture.call, { name: 'lost', memberOf })
  await fixture.deps.db.delete(companyMembers).where(eq(companyMembers.userId, person.userId))
  return person
}
