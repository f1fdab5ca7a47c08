import { ensureSampleLogins, newSampleLogins } from '@freeor/accounts/commands'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '../../doctor.ts'
import { signIn } from '../../testing/people.ts'
import { openTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { fillSampleLearners, sampleLearnerRoles } from './sample-learners.ts'

/** The sample's learners as a newcomer finds them. */

let system: TestSystem
const logins = [...newSampleLogins('courses'), ...newSampleLogins('courses', sampleLearnerRoles)]

beforeAll(async () => {
  system = await openTestSystem({ sites: 'courses' })
  await ensureSampleLogins(system.deps.auth, logins)
  for (const site of system.composed.sites) await site.startJobs()
  await fillSampleLearners(system.coursesDeps)
})
afterAll(async () => await system.close())

async function as(role: string) {
  const login = logins.find((one) => one.role === role)
  const person = await signIn(system.call, { email: login?.email ?? '', password: login?.password ?? '' })
  return async <Path extends string>(path: Path) => {
    const answer = await system.call('GET', path, { as: { ...person, userId: '' } as never })
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
}

const statesOf = async (role: string) => {
  const get = await as(role)
  const { lessons } = await get('/api/courses/intro/lessons')
  return lessons.map(({ state }) => state)
}

test('the student is half way, with a quiz begun, and the graduate has completed the course', async () => {
  const student = await statesOf('student')
  const done = student.filter((state) => state?.graded)
  expect(done.length).toBe(Math.floor(student.length / 2))
  expect(student.filter((state) => state?.open).map((state) => state?.open?.answered)).toEqual([2])
  const graduate = await statesOf('graduate')
  expect(graduate.every((state) => state?.graded)).toBe(true)
  const certificateOf = async (role: string) =>
    (await (await as(role))('/api/courses/intro/certificate')).status
  expect([await certificateOf('graduate'), await certificateOf('student')]).toEqual(['valid', null])
})

test('the author has the free plan, and the admin sees both learners of the organization', async () => {
  const get = await as('author')
  const me = await get('/api/me')
  expect(me.plan?.planID).toBe('freeor_free')
  const admin = await as('org_admin')
  const { orgAdmin } = await admin('/api/me')
  expect(orgAdmin).toEqual(['Sample Fellowship'])
  const emailsOf = async (query: string) => {
    const { members } = await admin(`/api/org/members?${query}`)
    return members.map(({ email }) => email).toSorted()
  }
  expect(await emailsOf('confirmed=true')).toEqual(['graduate@example.com', 'student@example.com'])
  expect(await emailsOf('confirmed=false')).toEqual(['author@example.com'])
})

test('a second start changes nothing of it, and every invariant holds', async () => {
  const before = [await statesOf('student'), await statesOf('graduate')]
  await fillSampleLearners(system.coursesDeps)
  expect([await statesOf('student'), await statesOf('graduate')]).toEqual(before)
  const { invariants } = await checkInvariants(system.deps)
  expect(invariants.filter(({ ok }) => !ok)).toEqual([])
})
