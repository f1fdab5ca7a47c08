import { customers } from '@freeor/billing/tables'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { freshen } from './testing/account-things.ts'
import { addPerson } from './testing/people.ts'
import type { SecurityFixture } from './testing/security-row.ts'
import {
  all,
  companyRoles,
  expectLetIn,
  expectProblem,
  isAllowed,
  openSecurityTable,
  rowOf,
} from './testing/security-table.ts'
import { namingOwn } from './testing/security-things.ts'

/** What a role may do, and that things of other companies and private things of colleagues seem not to exist. */

const { fixture: currentFixture, sampleOf, send } = openSecurityTable()
let fixture: SecurityFixture
beforeAll(() => {
  fixture = currentFixture()
})

const forMembers = all.filter(({ access }) => access === 'user')

describe.each(forMembers)('$id, for members,', (operation) => {
  test.each(companyRoles)('follows the right of the %s', async (role) => {
    const as = fixture.people[role]
    const answer = await send(operation, await sampleOf(operation, as), { as })
    await rowOf(operation).undo?.(fixture, as, role)
    if (!isAllowed(operation, role)) expectProblem(answer, 403, 'forbidden')
    else expectLetIn(operation, answer)
  })
})

describe.each(forMembers.filter(({ right }) => right))('$id, which takes a right,', (operation) => {
  test('is 403 for somebody who lost their company, where it takes a right there', async () => {
    const { lost } = fixture
    const answer = await send(operation, await sampleOf(operation, fixture.people.owner), { as: lost })
    expectProblem(answer, 403, 'forbidden')
    expect(answer.body).toMatchObject({ lostAccess: true })
  })
})

describe.each(forMembers.filter((operation) => rowOf(operation).needsPlan))(
  '$id, which needs a plan,',
  (operation) => {
    test('is 402 where it needs a plan and the subscription has ended', async () => {
      const as = await addPerson(fixture.deps, fixture.call, { name: `lapsed-${operation.id}` })
      const ended = { subscriptionStatus: 'canceled' }
      await fixture.deps.db.update(customers).set(ended).where(eq(customers.companyId, as.companyId))
      expectProblem(await send(operation, await sampleOf(operation), { as }), 402, 'payment_required')
    })
  },
)

const namingThings = forMembers.filter((operation) => rowOf(operation).foreign)

describe.each(namingThings)('$id, which names a thing,', (operation) => {
  test.each(companyRoles.filter((role) => isAllowed(operation, role)))(
    'answers the %s of somebody else’s thing byte for byte as of one that never was',
    async (role) => {
      const { foreign, isPersonal, orElse, undo } = rowOf(operation)
      if (!foreign) throw new Error('It names no thing')
      const as = fixture.people[role]
      if (operation.reauthenticated) await freshen(fixture, as)
      const colleagues = role === 'member' ? fixture.own : fixture.colleagues
      const answers = []
      for (const ids of [fixture.missing, fixture.theirs, ...(isPersonal ? [colleagues] : [])]) {
        const answer = await send(operation, foreign(ids, as), { as })
        expect(answer.status, answer.text).toBeGreaterThanOrEqual(400)
        expect(answer.status, answer.text).toBeLessThan(500)
        const requestId = answer.headers.get('x-request-id') ?? ''
        const names = new RegExp([...Object.values(ids), requestId].join('|'), 'g')
        const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id')
        answers.push({ status: answer.status, headers, text: answer.text.replaceAll(names, 'ID') })
      }
      for (const answer of answers) expect(answer).toEqual(answers[0])
      const own = await send(operation, await namingOwn(fixture, foreign, as), { as })
      await undo?.(fixture, as, role)
      if (own.status !== orElse)
        expect(own.status, `the same call with an own thing is answered: ${own.text}`).toBeLessThan(300)
    },
  )
})

// Who has a right in the company they work in, whatever is named.
const refusingSome = namingThings.filter(
  (operation) => operation.right && companyRoles.some((role) => !isAllowed(operation, role)),
)

describe.each(refusingSome)('$id, which names a thing and is not for every role,', (operation) => {
  test('gives a role without the right the same answer for every thing, existing or not', async () => {
    const { foreign } = rowOf(operation)
    if (!foreign) throw new Error('It names no thing')
    for (const role of companyRoles.filter((one) => !isAllowed(operation, one))) {
      const texts = new Set<string>()
      for (const ids of [fixture.missing, fixture.theirs, fixture.colleagues, fixture.own]) {
        const answer = await send(operation, foreign(ids, fixture.people[role]), { as: fixture.people[role] })
        expectProblem(answer, 403, 'forbidden')
        texts.add(answer.text.replace(answer.body.requestId ?? '', 'ID'))
      }
      expect(texts.size, role).toBe(1)
    }
  })
})

// A dataset, its leads, a course and a lesson are everybody's.
const isShared = new Set(['dictId', 'leadId', 'courseId', 'lessonId'])
const naming = forMembers.filter(
  (operation) =>
    !(rowOf(operation).ofOrganization || rowOf(operation).ofSite) &&
    operation.pathParams.some((name) => !isShared.has(name)),
)

test.each(naming)('$id names a path parameter of another company as the missing one', (operation) => {
  expect(rowOf(operation).foreign, 'a row that says foreign').toBeDefined()
})
