import { newId } from '@freeor/kernel/ids'
import { emailRecipientRows, emails } from '@freeor/leads/emails/tables'
import { leadNotes } from '@freeor/leads/lead-notes/tables'
import { promos } from '@freeor/leads/promos/tables'
import { reports } from '@freeor/leads/reports/tables'
import { scheduledDownloads } from '@freeor/leads/scheduled-downloads/tables'
import { downloadApprovals, spendingLimits } from '@freeor/leads/spending/tables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshen } from '../../testing/account-things.ts'
import { type CompaniesFixture, openCompaniesFixture } from '../../testing/companies-fixture.ts'
import { addFailedEmail } from '../../testing/emails.ts'
import type { Person } from '../../testing/people.ts'
import { addSavedSearch } from '../../testing/saved-searches.ts'
import { addScheduleOf } from '../../testing/schedule-things.ts'
import { addApprovalOf, limitToNothing } from '../../testing/spending-things.ts'

/* What Leads has of a person who is one of several in a company: taken along, and gone with the account. */

let fixture: CompaniesFixture

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 20 })
})
afterAll(async () => await fixture.close())

/** A message, the free leads for it, a report, and a download that waits for approval: of one person. */
async function addRecords(as: Person, friend: string): Promise<void> {
  const { db, clock } = fixture.deps
  const { emailId } = await addFailedEmail(fixture, as, friend)
  const id = newId('promo')
  await db.insert(promos).values({
    ...{ id, type: 'free_leads', code: id, companyId: as.companyId, userId: as.userId, email: as.email },
    ...{ emailId, value: 5, incentive: 5, recipients: 1, emails: [friend], createdAt: clock.now() },
  })
  const searchId = await addSavedSearch(fixture, as)
  const body = { kind: 'search', id: searchId, problem: `Wrong, says ${friend}` } as const
  expect((await fixture.call('POST', '/api/reports', { as, body })).status).toBe(201)
  await limitToNothing(fixture, as)
  await addApprovalOf(fixture, as)
  await addScheduleOf(fixture, as)
  await addNoteOfLead(as)
}

/** What a person says of a lead of their own choice: the company's, with their name. */
async function addNoteOfLead(as: Person): Promise<void> {
  const body = { filter: `company:"Firm 000${as === fixture.people.member ? 1 : 2} LLC"` }
  const { body: found } = await fixture.call('POST', '/api/search/firms', { as, body })
  const path = `/api/search/firms/leads/${found.rows[0]?.id}/note`
  const note = { status: 'contacted', note: 'Call again', revision: 0 }
  expect((await fixture.call('PUT', path, { as, body: note })).status).toBe(200)
}

const tables = {
  emails,
  emailRecipientRows,
  promos,
  reports,
  downloadApprovals,
  spendingLimits,
  scheduledDownloads,
  leadNotes,
}

/** How many rows of each table name any of these texts. */
async function rowsWith(texts: readonly string[]): Promise<Record<string, number>> {
  const counted = Object.entries(tables).map(async ([name, table]) => {
    const rows = await fixture.deps.db.select().from(table)
    return [name, rows.filter((row) => texts.some((text) => JSON.stringify(row).includes(text))).length]
  })
  return Object.fromEntries(await Promise.all(counted))
}

test('a person’s messages, free leads, reports and requests are in their export, and gone with their account', async () => {
  const { member, admin } = fixture.people
  const ofMember = [member.userId, member.email, 'friend-of-member@elsewhere.example']
  const ofAdmin = [admin.userId, admin.email, 'friend-of-admin@elsewhere.example']
  await addRecords(member, 'friend-of-member@elsewhere.example')
  await addRecords(admin, 'friend-of-admin@elsewhere.example')
  const one = {
    emails: 1,
    emailRecipientRows: 1,
    promos: 1,
    reports: 1,
    downloadApprovals: 1,
    spendingLimits: 1,
    scheduledDownloads: 1,
    leadNotes: 1,
  }
  expect(await rowsWith(ofMember)).toEqual(one)

  await freshen(fixture, member)
  const { text } = await fixture.call('GET', '/api/account/export', { as: member })
  const taken = JSON.parse(text)
  expect(taken).toMatchObject({
    emails: [{ recipients: [{ email: 'friend-of-member@elsewhere.example' }] }],
    promos: [{ details: { value: 5, emails: ['friend-of-member@elsewhere.example'] } }],
    reports: [{ problem: 'Wrong, says friend-of-member@elsewhere.example' }],
    downloadApprovals: [{ uid: member.userId, newLeads: 1 }],
    spendingLimits: [{ uid: member.userId, leads: 0 }],
    scheduledDownloads: [{ uid: member.userId, ceiling: 0, runs: [{ state: 'waiting' }] }],
    leadNotes: [{ dictId: 'firms', status: 'contacted', note: 'Call again' }],
  })
  expect(text).not.toContain('friend-of-admin')

  const gone = await fixture.call('DELETE', '/api/account', { as: member, body: { email: member.email } })
  expect(gone.status, gone.text).toBe(204)
  const none = {
    emails: 0,
    emailRecipientRows: 0,
    promos: 0,
    reports: 0,
    downloadApprovals: 0,
    spendingLimits: 0,
    scheduledDownloads: 0,
    leadNotes: 0,
  }
  expect(await rowsWith(ofMember)).toEqual(none)
  expect(await rowsWith(ofAdmin)).toEqual(one)
  // What was said of a lead stays the company's, without the name.
  expect(await fixture.deps.db.$count(leadNotes)).toBe(2)
  // The free leads stay counted.
  expect(await fixture.deps.db.$count(promos)).toBe(2)
})
