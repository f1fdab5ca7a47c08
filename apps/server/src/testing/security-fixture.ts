import { companyMembers } from '@freeor/accounts/tables'
import { setPlanByHand } from '@freeor/billing/admin/commands'
import { customers } from '@freeor/billing/tables'
import { newSerial } from '@freeor/courses/certificates/serial'
import { newId } from '@freeor/kernel/ids'
import { eq, inArray } from 'drizzle-orm'
import { type CompaniesFixture, openCompaniesFixture } from './companies-fixture.ts'
import { ensureCourse } from './course-things.ts'
import { dropVariables } from './drop-things.ts'
import { inboundMailVariables } from './inbound-mail.ts'
import { addPerson, type Person } from './people.ts'
import type { Ids, SecurityFixture } from './security-row.ts'
import { makeThings } from './security-things.ts'
import { finishedImport } from './uploads.ts'

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

async function addLostPerson(fixture: CompaniesFixture): Promise<Person> {
  const memberOf = { companyId: fixture.people.owner.companyId, role: 'member' } as const
  const person = await addPerson(fixture.deps, fixture.call, { name: 'lost', memberOf })
  await fixture.deps.db.delete(companyMembers).where(eq(companyMembers.userId, person.userId))
  return person
}
