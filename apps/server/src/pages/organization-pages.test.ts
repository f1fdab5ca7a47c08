import { attemptKey } from '@freeor/accounts/attempt-keys'
import { users } from '@freeor/accounts/tables'
import { addCourse } from '@freeor/courses/catalog/testing'
import { putOrgAdmin } from '@freeor/courses/organizations/testing'
import { mailOutbox } from '@freeor/messaging/tables'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliverMailJob } from '../jobs/deliver-mail.ts'
import { type LearnersFixture, openLearnersFixture } from '../testing/learners-fixture.ts'
import { type Browser, openCourseBrowsers } from '../testing/pages.ts'

/** Inviting to an organization and joining it, with the forms as a browser without script sends them. */

const organization = 'Sample University'
let fixture: LearnersFixture
let admin: Browser

beforeAll(async () => {
  fixture = await openLearnersFixture()
  const { deps, people } = fixture
  // No job runs here: the mails stay in the outbox.
  await deps.jobs.createQueue(deliverMailJob)
  await addCourse(deps.db, { companyId: people.superAdmin.companyId, id: 'crs_introduction', lessons: [{}] })
  await putOrgAdmin(deps.db, people.owner.userId, [organization])
  admin = await signedIn(people.owner)
})
afterAll(async () => await fixture.close())

const { browse, signedIn } = openCourseBrowsers(() => fixture)

const linkIn = (text: string | null | undefined) => text?.match(/\/org\/join\?token=[\w-]+/)?.[0] ?? ''
const tokenOf = (link: string) => link.split('=').at(-1) ?? ''

const mailsTo = async (address: string) =>
  await fixture.deps.db.select().from(mailOutbox).where(eq(mailOutbox.to, address))

async function makeLink(): Promise<string> {
  const { html } = await admin.submit('/org/invite', { intent: 'link', organization })
  const link = linkIn(html)
  expect(link).not.toBe('')
  return link
}

test('addresses that are typed and those of a CSV file are invited, each once', async () => {
  const file = new File(['Name,Email\nAnn,ANN@people.example\nBob,bob@people.example\n'], 'people.csv')
  const emails = 'bob@people.example, carol@people.example'
  const send = async () => await admin.submit('/org/invite', { intent: 'mail', organization, emails, file })
  expect((await send()).html).toContain('3 invitations are on the way.')
  const { html: list } = await admin.open('/org/invite')
  for (const name of ['ann', 'bob', 'carol']) {
    expect(await mailsTo(`${name}@people.example`)).toHaveLength(1)
    // One of many buttons: heard alone, it says which invitation ends.
    expect(list).toContain(`aria-label="End it: ${name}@people.example"`)
  }
  expect((await send()).html).toContain(
    'Nobody new: each of them is invited already, or is a confirmed member.',
  )
  const full = 'full@people.example'
  const key = attemptKey('invite:recipient', full)
  const { db, auth } = fixture.deps
  for (let sent = 0; sent < key.limit.max; sent++) await auth.limiter.requireWithin(db, [key])
  const partly = await admin.submit('/org/invite', {
    intent: 'mail',
    organization,
    emails: `${full} x@people.example`,
  })
  expect(partly.html).toContain('1 invitation is on the way. Not invited: full@people.example.')
  const { html } = await admin.open('/org/invite')
  expect(html).toContain('No file chosen')
  for (const name of ['ann', 'bob', 'carol']) expect(html).toContain(`${name}@people.example`)
  const wrong = { intent: 'mail', organization, emails: 'dan@people.example dan@people' }
  expect((await admin.submit('/org/invite', wrong)).html).toContain(
    '1 invitation is on the way. No addresses: dan@people.',
  )
  const none = await admin.submit('/org/invite', { intent: 'mail', organization, emails: 'nobody' })
  expect([none.status, none.html.includes('Please give at least one email address.')]).toEqual([422, true])
})

test('whoever has the link of the mail joins by it, and nobody else', async () => {
  const { viewer, stranger } = fixture.people
  await admin.submit('/org/invite', { intent: 'mail', organization, emails: viewer.email })
  const [mail] = await mailsTo(viewer.email)
  const link = linkIn(mail?.text)
  const visitor = await browse().open(link)
  expect([visitor.status, visitor.html.includes(`Learn with ${organization}`)]).toEqual([200, true])
  expect(visitor.html).toContain(`/login?next=${encodeURIComponent(link)}`)
  expect(visitor.html).toContain(`/signup?next=${encodeURIComponent(link)}`)

  const foreign = await signedIn(stranger)
  const refused = await foreign.submit(link, { intent: 'join', token: tokenOf(link) })
  expect([refused.status, refused.html.includes('role="alert"')]).toEqual([403, true])

  const invited = await signedIn(viewer)
  expect((await invited.open(link)).html).toContain('They never see which answers you chose.')
  const joined = await invited.submit(link, { intent: 'join', token: tokenOf(link) })
  expect(joined.status).toBe(200)
  expect(joined.html).toContain(`You have joined ${organization}.`)
  expect(joined.html).toContain('You are a confirmed member.')
  expect(joined.html).toContain('href="/intro"')
  expect(joined.html).not.toContain('taken the place of')
  const [user] = await fixture.deps.db.select().from(users).where(eq(users.id, viewer.userId))
  expect([user?.org, user?.orgIsTyped]).toEqual([organization, false])
  expect((await invited.open(link)).html).toContain('That invitation is no longer valid.')
  expect((await admin.open('/org/invite')).html).toContain('Accepted')
})

test('who joins by the open link is told that an admin confirms them, and which organization it replaces', async () => {
  const link = await makeLink()
  const { member } = fixture.people
  await fixture.deps.db.update(users).set({ org: 'Sample Fellowship' }).where(eq(users.id, member.userId))
  const browser = await signedIn(member)
  const before = (await browser.open(link)).html
  expect(before).toContain('It takes the place of Sample Fellowship in your profile.')
  const { html } = await browser.submit(link, { intent: 'join', token: tokenOf(link) })
  expect(html).toContain(`You have joined ${organization}.`)
  expect(html).toContain('One of its admins confirms you next.')
  expect(html).toContain('It has taken the place of Sample Fellowship in your profile.')
  expect((await browser.open(link)).html).not.toContain('in your profile.</p>')
})

test('a link is shown once, and ends when its admin ends it or its time is over', async () => {
  const link = await makeLink()
  expect((await admin.open('/org/invite')).html).not.toContain(tokenOf(link))
  expect((await browse().open(link)).html).toContain(`Learn with ${organization}`)
  const { body } = await fixture.call('GET', '/api/org/invitations', { as: fixture.people.owner })
  const open = body.invitations.filter(({ email }: { email: string | null }) => email === null)
  const ended = await admin.submit('/org/invite', { intent: 'revoke', invitationId: open[0]?.id ?? '' })
  expect(ended.html).toContain('The link no longer works.')
  expect((await browse().open(link)).html).toContain('That invitation is no longer valid.')
  const again = await (await signedIn(fixture.people.member)).submit(link, {
    ...{ intent: 'join', token: tokenOf(link) },
  })
  expect(again.status).toBe(410)
  expect((await browse().open('/org/join?token=forged')).html).toContain(
    'That invitation is no longer valid.',
  )
})

test('nobody else sends these forms, and an admin none for an organization that is not theirs', async () => {
  const outsider = await signedIn(fixture.people.stranger)
  for (const form of [
    { intent: 'mail', organization, emails: 'dora@people.example' },
    { intent: 'link', organization },
    { intent: 'due', organization, course: 'crs_introduction', dueOn: '2027-01-01' },
    { intent: 'revoke', invitationId: 'inv_none' },
  ]) {
    expect([form.intent, (await outsider.submit('/org/invite', form)).status]).toEqual([form.intent, 404])
    const foreign = { ...form, ...('organization' in form && { organization: 'Sample Fellowship' }) }
    const refused = await admin.submit('/org/invite', foreign)
    expect([form.intent, refused.status, refused.html.includes('role="alert"')]).toEqual([
      form.intent,
      404,
      true,
    ])
  }
  expect(await mailsTo('dora@people.example')).toEqual([])
})
