import { users } from '@freeor/accounts/tables'
import { courses } from '@freeor/courses/catalog/tables'
import { type AddedCourse, addCourse } from '@freeor/courses/catalog/testing'
import { addGradedRun, putOrgAdmin } from '@freeor/courses/organizations/testing'
import { lessonProgress } from '@freeor/courses/progress/tables'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LearnersFixture, openLearnersFixture } from '../../testing/learners-fixture.ts'
import { openCourseBrowsers } from '../../testing/pages.ts'
import { addPerson, type Person } from '../../testing/people.ts'

/** Progress in more than one course: which there are to choose, and that pages stay with the one that is chosen. */

const [university, fellowship] = ['Sample University', 'Sample Fellowship']
let fixture: LearnersFixture
let intro: AddedCourse
let history: AddedCourse
let orgAdmin: Person
let member: Person
let outsider: Person

beforeAll(async () => {
  fixture = await openLearnersFixture({
    variables: { ORGANIZATIONS: 'Sample Council;Sample Fellowship;Sample University' },
  })
  const { deps, call, people } = fixture
  const { companyId } = people.superAdmin
  const add = async (name: string, more: object = {}) =>
    await addCourse(deps.db, { companyId, name, lessons: [{}], ...more })
  intro = await add('Introduction', { id: 'crs_introduction' })
  history = await add('History')
  // Nobody began these, or nobody may see them.
  await add('Untouched')
  const [draft, archived] = [await add('A draft', { lessons: [{ published: false }] }), await add('Archived')]
  const foreign = await add('Of another organization')
  const person = async (name: string, org: string | null) => {
    const added = await addPerson(deps, call, { name })
    await deps.db.update(users).set({ org, orgIsTyped: false }).where(eq(users.id, added.userId))
    return added
  }
  orgAdmin = await person('org-admin', null)
  member = await person('member-of-university', university)
  outsider = await person('outsider', fellowship)
  await putOrgAdmin(deps.db, orgAdmin.userId, [university, 'Sample Council'])
  const at = new Date()
  const watch = async (userId: string, { lessons: [lesson] }: AddedCourse) =>
    await deps.db
      .insert(lessonProgress)
      .values({ userId, lessonId: lesson?.id ?? '', positionSeconds: 1, openedAt: at, updatedAt: at })
  const [lesson] = history.lessons
  if (lesson) await addGradedRun(deps.db, { userId: member.userId, lesson, score: 1, gradedAt: at })
  for (const course of [draft, archived]) await watch(member.userId, course)
  await watch(outsider.userId, foreign)
  await deps.db.update(courses).set({ archivedAt: at }).where(eq(courses.id, archived.id))
})
afterAll(async () => await fixture.close())

const { signedIn } = openCourseBrowsers(() => fixture)

const namesOf = (list: { name: string }[]) => list.map(({ name }) => name)

test('a learner chooses among the default course and those they began', async () => {
  const own = async (as: Person) =>
    namesOf((await fixture.call('GET', '/api/learning/courses', { as })).body.courses)
  expect(await own(member)).toEqual(['Introduction', 'History'])
  expect(await own(outsider)).toEqual(['Introduction', 'Of another organization'])
  expect(await own(orgAdmin)).toEqual(['Introduction'])
})

test('an admin chooses among those that members of theirs began; for everybody else there is nothing here', async () => {
  const { body } = await fixture.call('GET', '/api/org/courses', { as: orgAdmin })
  expect([namesOf(body.courses), body.organizations.toSorted()]).toEqual([
    ['Introduction', 'History'],
    ['Sample Council', university],
  ])
  const all = await fixture.call('GET', '/api/org/courses', { as: fixture.people.superAdmin })
  expect(namesOf(all.body.courses)).toEqual(['Introduction', 'History', 'Of another organization'])
  const refused = await fixture.call('GET', '/api/org/courses', { as: member })
  const missing = await fixture.call('GET', '/api/org/progress', { as: member })
  expect([refused.status, refused.text.length]).toEqual([404, missing.text.length])
})

test('every page of an organization stays with the course that was chosen', async () => {
  const admin = await signedIn(orgAdmin)
  const course = `course=${history.id}`
  for (const path of ['/org', '/org/progress', '/org/invite', `/org/members/${member.userId}`]) {
    const { status, html } = await admin.open(`${path}?${course}`)
    expect([path, status]).toEqual([path, 200])
    expect(html, path).toMatch(new RegExp(`<option value="${history.id}" selected`))
    const links = [...html.slice(html.indexOf('<main')).matchAll(/href="(\/org[^"]*)"/g)].map(
      ([, to = '']) => to,
    )
    expect(links.length, path).toBeGreaterThan(0)
    expect(
      links.filter((to) => !to.includes(course)),
      path,
    ).toEqual([])
  }
  const { html } = await admin.open(`/org?${course}`)
  expect(html).toMatch(new RegExp(`href="/api/org/members\\.csv\\?[^"]*${course}`))
  expect((await admin.open('/org')).html).toMatch(new RegExp(`<option value="${intro.id}" selected`))
})

test('a learner’s progress is of the course they come from', async () => {
  const learner = await signedIn(member)
  expect((await learner.open(`/course/${history.id}`)).html).toContain(`/progress?course=${history.id}`)
  expect((await learner.open(`/progress?course=${history.id}`)).html).toContain('History. What you have')
  expect((await learner.open('/progress')).html).toContain('Introduction. What you have')
})

test('each organization has its own due date for a course; members see theirs', async () => {
  const admin = await signedIn(orgAdmin)
  const dueOf = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/name="organization" value="([^"]*)"\/>(.*?)<\/form>/gs)].flatMap(
        ([, organization, form = '']) => {
          const [, dueOn] =
            form.match(/name="dueOn"[^>]*value="([^"]*)"/) ??
            form.match(/value="([^"]*)"[^>]*name="dueOn"/) ??
            []
          return dueOn === undefined ? [] : [[organization, dueOn]]
        },
      ),
    )
  const save = async (organization: string, course: string, dueOn: string) => {
    const sent = { intent: 'due', organization, course, dueOn }
    expect((await admin.submit('/org/invite', sent)).status).toBe(200)
  }
  await save('Sample Council', history.id, '2027-03-01')
  await save(university, history.id, '2027-04-02')
  await save(university, intro.id, '2027-05-03')
  expect(dueOf((await admin.open(`/org/invite?course=${history.id}`)).html)).toEqual({
    ...{ 'Sample Council': '2027-03-01', [university]: '2027-04-02' },
  })
  expect(dueOf((await admin.open('/org/invite')).html)).toEqual({
    ...{ 'Sample Council': '', [university]: '2027-05-03' },
  })
  await save(university, intro.id, '')
  const learner = await signedIn(member)
  expect((await learner.open(`/progress?course=${history.id}`)).html).toContain('Apr 2, 2027')
  expect((await learner.open('/progress')).html).not.toContain('2027')
})

test('a due date that has passed is saved, and its admin is told so', async () => {
  const admin = await signedIn(orgAdmin)
  const save = async (dueOn: string) => {
    const sent = { intent: 'due', organization: university, course: intro.id, dueOn }
    return (await admin.submit('/org/invite', sent)).html
  }
  expect(await save('2020-03-01')).toContain(
    'Saved, and your members see it: Mar 1, 2020 has passed already.',
  )
  expect(await save('2990-03-01')).toContain('Saved. Your members see it.')
  expect(await save('')).toContain('Saved. Your members see it.')
})

test('without any course the pages say so, and people can still be invited', async () => {
  const { db } = fixture.deps
  await db.update(courses).set({ archivedAt: new Date() })
  const [admin, learner] = [await signedIn(orgAdmin), await signedIn(member)]
  for (const [browser, path] of [
    [admin, '/org'],
    [admin, '/org/progress'],
    [learner, '/progress'],
  ] as const) {
    const { status, html } = await browser.open(path)
    expect([path, status]).toEqual([path, 200])
    expect(html, path).toContain('There is no course to show yet.')
  }
  const invite = await admin.open('/org/invite')
  expect(invite.status).toBe(200)
  expect(invite.html).not.toContain('name="dueOn"')
  const link = await admin.submit('/org/invite', { intent: 'link', organization: university })
  expect(link.html).toContain('/org/join?token=')
  // Whether somebody belongs to the organization is told before what there is to see.
  expect((await (await signedIn(outsider)).open('/org')).status).toBe(404)
})
