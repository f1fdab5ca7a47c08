import { sessions } from '@freeor/accounts/tables'
import { and, eq, isNull } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { whileImpersonating } from './http/impersonated.ts'
import { auditOfRequest, impersonate } from './testing/impersonation.ts'
import { operations } from './testing/operations-under-test.ts'
import { type Person, signIn } from './testing/people.ts'
import type { SecurityFixture } from './testing/security-row.ts'
import { securityRows } from './testing/security-rows.ts'
import {
  all,
  expectLetIn,
  expectProblem,
  openSecurityTable,
  rowOf,
  someOf,
} from './testing/security-table.ts'

/** Who may call: nobody without a session, no super admin's call by others, nothing sensitive on a session alone. */

const closed = all.filter(({ access }) => access !== 'public')
const unsafe = all.filter(({ method }) => method !== 'GET' && method !== 'HEAD')

const { fixture: currentFixture, rightful, sampleOf, sharedSampleOf, send } = openSecurityTable()
let fixture: SecurityFixture
beforeAll(() => {
  fixture = currentFixture()
})

test('what touches keys, bills and people is refused under impersonation', () => {
  const refused = all.filter((one) => one.whileImpersonating === 'refused').map(({ id }) => id)
  const sensitive = ['invitePerson', 'resendInvitation', 'acceptInvitation', 'transferOwnership']
  expect(refused).toEqual(
    expect.arrayContaining([...sensitive, 'issueToken', 'confirmDownload', 'fetchFile']),
  )
})

test('no file of an account leaves it under impersonation', () => {
  const files = operations.filter(
    ({ method, access, produces }) => method === 'get' && access === 'user' && produces,
  )
  const open = files.filter((operation) => whileImpersonating(operation) !== 'refused').map(({ id }) => id)
  // A course as an e-book is what every learner reads, and a stream of events is no file.
  expect(open.toSorted()).toEqual(['exportCourseEpub', 'openEvents'])
  expect(files.length).toBeGreaterThan(open.length + 5)
})

test('every operation has a row, and every row an operation', () => {
  expect(all.map(({ id }) => id).toSorted()).toEqual(Object.keys(securityRows).toSorted())
})

describe.each(all)('$id', (operation) => {
  test('answers who may call it, by cookie and by bearer token alike', async () => {
    const { undo } = rowOf(operation)
    const statuses: number[] = []
    for (const via of ['cookie', 'bearer'] as const) {
      const answer = await send(operation, await sampleOf(operation), { as: rightful(operation), via })
      await undo?.(fixture, rightful(operation), 'owner')
      expectLetIn(operation, answer)
      statuses.push(answer.status)
    }
    expect(statuses[1]).toBe(statuses[0])
  })
})

const noSessions = [
  ['a bearer token that is not one', { authorization: 'Bearer nobody' }],
  ['a cookie that is not one', { cookie: 'freeor.session_token=nobody.nobody' }],
  ['a bearer token without its signature', 'unsigned'],
  ['another scheme', { authorization: 'Basic b3duZXI6b3duZXI=' }],
] as const

describe.each(closed)('$id, which is not for everyone,', (operation) => {
  test.each([['no session', {}] as const, ...someOf(noSessions, operation, 1)])(
    'is 401 with %s',
    async (_, given) => {
      const headers =
        given === 'unsigned' ? { authorization: `Bearer ${fixture.people.owner.token.split('.')[0]}` } : given
      expectProblem(
        await send(operation, await sharedSampleOf(operation), { headers }),
        401,
        'unauthenticated',
      )
    },
  )
})

describe.each(closed.filter(({ body }) => body !== undefined))('$id, which takes a body,', (operation) => {
  test('says nothing about its input to somebody without a session', async () => {
    const input = { ...(await sharedSampleOf(operation)), body: { nonsense: true } }
    expectProblem(await send(operation, input), 401, 'unauthenticated')
  })
})

describe.each(all.filter(({ access }) => access === 'super_admin'))('$id, for super admins,', (operation) => {
  test.each(['owner', 'admin', 'member', 'viewer', 'stranger'] as const)('is 403 for the %s', async (who) => {
    const input = await sharedSampleOf(operation)
    expectProblem(await send(operation, input, { as: fixture.people[who] }), 403, 'forbidden')
  })

  test('is 403 for a super admin who impersonates', async () => {
    const { superAdmin, owner } = fixture.people
    const as = { ...superAdmin, ...(await signIn(fixture.call, superAdmin)) }
    const token = as.token.split('.')[0] ?? ''
    const marked = { impersonatedBy: owner.userId }
    await fixture.deps.db.update(sessions).set(marked).where(eq(sessions.token, token))
    expectProblem(await send(operation, await sharedSampleOf(operation), { as }), 403, 'forbidden')
    await fixture.deps.db.delete(sessions).where(eq(sessions.token, token))
  })
})

let acting: Person | undefined

/** The owner as a super admin acts as them: in one session for all calls, until a call ends it. */
async function actingOwner(): Promise<Person> {
  const { superAdmin, owner } = fixture.people
  const me = acting && (await fixture.call('GET', '/api/me', { as: acting }))
  if (!acting || me?.body.user?.email !== owner.email) acting = await impersonate(fixture, superAdmin, owner)
  return acting
}

describe.each(all.filter(({ access }) => access !== 'super_admin'))(
  '$id, for a super admin as the owner,',
  (operation) => {
    test('is refused or let through; an audit row of a write names both', async () => {
      const { superAdmin, owner } = fixture.people
      for (const via of ['cookie', 'bearer'] as const) {
        const as = await actingOwner()
        const answer = await send(operation, await sampleOf(operation), { as, via })
        await rowOf(operation).undo?.(fixture, owner, 'owner')
        if (operation.whileImpersonating === 'refused') {
          expectProblem(answer, 403, 'forbidden')
          expect(answer.body).toMatchObject({ impersonating: true })
        } else expectLetIn(operation, answer)
        const rows = await auditOfRequest(fixture, answer.headers.get('x-request-id') ?? '')
        const expected = { actorUserId: superAdmin.userId, subjectUserId: owner.userId }
        if (operation.whileImpersonating === 'allowed') expect(rows).toMatchObject([expected])
        else expect(rows).toEqual([])
      }
    })
  },
)

describe.each(all.filter(({ reauthenticated }) => reauthenticated))(
  '$id, which a session alone may not do,',
  (operation) => {
    test.each([
      ['was not given again', undefined],
      ['was given again eleven minutes ago', -11],
      ['was given again in an hour to come', 60],
    ])('is 403 when the password %s', async (_, minutes) => {
      const as = rightful(operation)
      const input = await sampleOf(operation)
      const at = minutes === undefined ? null : new Date(Date.now() + minutes * 60_000)
      const ofThem = and(eq(sessions.userId, as.userId), isNull(sessions.parentSessionId))
      await fixture.deps.db.update(sessions).set({ reauthenticatedAt: at }).where(ofThem)
      for (const via of ['cookie', 'bearer'] as const)
        expectProblem(await send(operation, input, { as, via }), 403, 'reauthentication_required')
    })
  },
)

describe.each(unsafe)('$id, a write,', (operation) => {
  test.each(['http://evil.example', 'null', 'http://localhost:3000.evil.example'])(
    'is 403 from a page of %s, also with a good session',
    async (origin) => {
      for (const via of ['cookie', 'bearer'] as const) {
        const options = { as: rightful(operation), via, headers: { origin } }
        expectProblem(await send(operation, await sharedSampleOf(operation), options), 403, 'bad_origin')
      }
    },
  )
})
