import { can } from '@freeor/accounts/policy'
import { sessions } from '@freeor/accounts/tables'
import { customers } from '@freeor/billing/tables'
import type { CompanyRole } from '@freeor/kernel/scope'
import { eq, getTableColumns } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkInvariants } from './doctor.ts'
import { freshen } from './testing/account-things.ts'
import type { Answer, CallOptions } from './testing/call.ts'
import { auditOfRequest, impersonate } from './testing/impersonation.ts'
import { addressOf, type DocumentedOperation, documentedOperations } from './testing/operations-under-test.ts'
import { addPerson, type Person, signIn } from './testing/people.ts'
import { type Input, type Row, type SecurityWorld, securityRows } from './testing/security-rows.ts'
import { openSecurityWorld, ownThings } from './testing/security-world.ts'

/** The security table: each operation of the OpenAPI document against each way of not being allowed to. */

const all = documentedOperations()
const withBody = all.filter(({ body }) => body !== undefined)
const withParams = all.filter(({ pathParams }) => pathParams.length > 0)
const unsafe = all.filter(({ method }) => method !== 'GET')
const closed = all.filter(({ access }) => access !== 'public')

let world: SecurityWorld

beforeAll(async () => {
  world = await openSecurityWorld()
})

afterAll(async () => {
  const report = await checkInvariants(world.deps)
  await world.close()
  expect(report.invariants.filter(({ ok }) => !ok)).toEqual([])
})

function rowOf({ id }: DocumentedOperation): Row {
  const row = securityRows[id]
  if (!row) throw new Error(`${id} has no row in testing/security-rows.ts`)
  return row
}

/** Somebody who may make the call. */
const rightful = ({ access }: DocumentedOperation): Person =>
  access === 'operator' ? world.people.superAdmin : world.people.owner

async function send(operation: DocumentedOperation, input: Input, options: CallOptions = {}) {
  const { body, headers } = input
  return await world.call<{ code?: string; requestId?: string }>(
    operation.method,
    addressOf(operation, input),
    {
      ...(body && options.rawBody === undefined && { body }),
      ...options,
      headers: { ...headers, ...options.headers },
    },
  )
}

async function sampleOf(operation: DocumentedOperation, as = rightful(operation)): Promise<Input> {
  const input = await rowOf(operation).sample(world, as)
  if (operation.reauthenticated) await freshen(world, as)
  return input
}

const companyRoles = ['owner', 'admin', 'member', 'viewer'] as const

const isAllowed = ({ right }: DocumentedOperation, role: CompanyRole): boolean => !right || can(role, right)

function expectProblem(answer: Answer<{ code?: string; requestId?: string }>, status: number, code?: string) {
  expect(answer.status, answer.text).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(answer.body.requestId).toMatch(/^req_/)
  expect(answer.headers.get('x-request-id')).toBe(answer.body.requestId)
  if (code) expect(answer.body.code).toBe(code)
}

test('what touches keys, bills and people is refused under impersonation', () => {
  const refused = all.filter((one) => one.whileImpersonating === 'refused').map(({ id }) => id)
  const sensitive = ['invitePerson', 'resendInvitation', 'acceptInvitation', 'transferOwnership']
  expect(refused).toEqual(
    expect.arrayContaining([...sensitive, 'issueToken', 'confirmDownload', 'fetchFile']),
  )
})

test('every operation has a row, and every row an operation', () => {
  expect(all.map(({ id }) => id).toSorted()).toEqual(Object.keys(securityRows).toSorted())
})

describe.each(all)('$id', (operation) => {
  test('answers who may call it, by cookie and by bearer token alike', async () => {
    const { orElse, undo } = rowOf(operation)
    const statuses: number[] = []
    for (const via of ['cookie', 'bearer'] as const) {
      const answer = await send(operation, await sampleOf(operation), { as: rightful(operation), via })
      await undo?.(world, rightful(operation), 'owner')
      if (answer.status !== orElse) expect(answer.status, answer.text).toBeLessThan(300)
      statuses.push(answer.status)
    }
    expect(statuses[1]).toBe(statuses[0])
  })
})

describe.each(closed)('$id, which is not for everyone,', (operation) => {
  test.each([
    ['no session', {}],
    ['a bearer token that is not one', { authorization: 'Bearer nobody' }],
    ['a cookie that is not one', { cookie: 'freeor.session_token=nobody.nobody' }],
    ['a bearer token without its signature', 'unsigned'],
    ['another scheme', { authorization: 'Basic b3duZXI6b3duZXI=' }],
  ] as const)('is 401 with %s', async (_, given) => {
    const headers =
      given === 'unsigned' ? { authorization: `Bearer ${world.people.owner.token.split('.')[0]}` } : given
    expectProblem(await send(operation, await sampleOf(operation), { headers }), 401, 'unauthenticated')
  })

  test('tells nothing of its input to somebody without a session', async () => {
    const input = { ...(await sampleOf(operation)), body: { nonsense: true } }
    if (operation.body) expectProblem(await send(operation, input), 401, 'unauthenticated')
  })
})

describe.each(all.filter(({ access }) => access === 'operator'))('$id, for operators,', (operation) => {
  test.each(['owner', 'admin', 'member', 'viewer', 'stranger'] as const)('is 403 for the %s', async (who) => {
    const input = await sampleOf(operation)
    expectProblem(await send(operation, input, { as: world.people[who] }), 403, 'forbidden')
  })

  test('is 403 for a super admin who impersonates', async () => {
    const { superAdmin, owner } = world.people
    const as = { ...superAdmin, ...(await signIn(world.call, superAdmin)) }
    const token = as.token.split('.')[0] ?? ''
    const marked = { impersonatedBy: owner.userId }
    await world.deps.db.update(sessions).set(marked).where(eq(sessions.token, token))
    expectProblem(await send(operation, await sampleOf(operation), { as }), 403, 'forbidden')
    await world.deps.db.delete(sessions).where(eq(sessions.token, token))
  })
})

describe.each(all.filter(({ access }) => access !== 'operator'))(
  '$id, for an operator as the owner,',
  (operation) => {
    test('is refused, or let through, a write with an audit row that names both', async () => {
      const { superAdmin, owner } = world.people
      const as = await impersonate(world, superAdmin, owner)
      for (const via of ['cookie', 'bearer'] as const) {
        const answer = await send(operation, await sampleOf(operation), { as, via })
        const { orElse, undo } = rowOf(operation)
        await undo?.(world, owner, 'owner')
        if (operation.whileImpersonating === 'refused') {
          expectProblem(answer, 403, 'forbidden')
          expect(answer.body).toMatchObject({ impersonating: true })
        } else if (answer.status !== orElse) expect(answer.status, answer.text).toBeLessThan(300)
        const rows = await auditOfRequest(world, answer.headers.get('x-request-id') ?? '')
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
      const ofThem = eq(sessions.userId, as.userId)
      await world.deps.db.update(sessions).set({ reauthenticatedAt: at }).where(ofThem)
      for (const via of ['cookie', 'bearer'] as const)
        expectProblem(await send(operation, input, { as, via }), 403, 'reauthentication_required')
    })
  },
)

describe.each(all.filter(({ access }) => access === 'user'))('$id, for members,', (operation) => {
  test.each(companyRoles)('goes by the right of the %s', async (role) => {
    const as = world.people[role]
    const answer = await send(operation, await sampleOf(operation, as), { as })
    const { orElse, undo } = rowOf(operation)
    await undo?.(world, as, role)
    if (!isAllowed(operation, role)) expectProblem(answer, 403, 'forbidden')
    else if (answer.status !== orElse) expect(answer.status, answer.text).toBeLessThan(300)
  })

  test('is 403 for somebody who lost their company, where it takes a right there', async () => {
    if (!operation.right) return
    const { lost } = world
    const answer = await send(operation, await sampleOf(operation, world.people.owner), { as: lost })
    expectProblem(answer, 403, 'forbidden')
    expect(answer.body).toMatchObject({ lostAccess: true })
  })

  test('tells a role without the right the same of every thing, there or not', async () => {
    const { foreign } = rowOf(operation)
    if (!foreign) return
    for (const role of companyRoles.filter((one) => !isAllowed(operation, one))) {
      const texts = new Set<string>()
      for (const ids of [world.missing, world.theirs, world.colleagues, world.own]) {
        const answer = await send(operation, foreign(ids, world.people[role]), { as: world.people[role] })
        expectProblem(answer, 403, 'forbidden')
        texts.add(answer.text.replace(answer.body.requestId ?? '', 'ID'))
      }
      expect(texts.size, role).toBe(1)
    }
  })

  test('is 402 where it needs a plan and the subscription has ended', async () => {
    if (!rowOf(operation).needsPlan) return
    const as = await addPerson(world.deps, world.call, { name: `lapsed-${operation.id}` })
    const ended = { subscriptionStatus: 'canceled' }
    await world.deps.db.update(customers).set(ended).where(eq(customers.companyId, as.companyId))
    expectProblem(await send(operation, await sampleOf(operation), { as }), 402, 'payment_required')
  })

  test.each(companyRoles)(
    'answers the %s of somebody else’s thing byte for byte as of one that never was',
    async (role) => {
      const { foreign, isPersonal, orElse, undo } = rowOf(operation)
      if (!foreign || !isAllowed(operation, role)) return
      const as = world.people[role]
      if (operation.reauthenticated) await freshen(world, as)
      const colleagues = role === 'member' ? world.own : world.colleagues
      const answers = []
      for (const ids of [world.missing, world.theirs, ...(isPersonal ? [colleagues] : [])]) {
        const answer = await send(operation, foreign(ids, as), { as })
        expect(answer.status, answer.text).toBeGreaterThanOrEqual(400)
        expect(answer.status, answer.text).toBeLessThan(500)
        const names = new RegExp([...Object.values(ids), answer.body.requestId].join('|'), 'g')
        const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id')
        answers.push({ status: answer.status, headers, text: answer.text.replaceAll(names, 'ID') })
      }
      for (const answer of answers) expect(answer).toEqual(answers[0])
      const own = await send(operation, foreign(await ownThings(world, as), as), { as })
      await undo?.(world, as, role)
      if (own.status !== orElse)
        expect(own.status, `the same call with an own thing is answered: ${own.text}`).toBeLessThan(300)
    },
  )

  test('names a path parameter of another company as the missing one', () => {
    const isShared = new Set(['dictId'])
    const tenantParams = operation.pathParams.filter((name) => !isShared.has(name))
    if (tenantParams.length > 0) expect(rowOf(operation).foreign, 'a row that says foreign').toBeDefined()
  })
})

describe.each(withBody)('$id, given a body it did not ask for,', (operation) => {
  const post = async (options: CallOptions) => {
    const { body: _, ...input } = await sampleOf(operation)
    return await send(operation, input, { as: rightful(operation), ...options })
  }

  test.each(['', '{', '{"a":', 'not json', '{} {}', "{'a':1}", '\u0000', 'NaN'])(
    'refuses %j',
    async (rawBody) => {
      expectProblem(await post({ rawBody }), 400, 'bad_request')
    },
  )

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
  ])('refuses content-type %s, which a form of another site can send', async (type) => {
    const { body } = await sampleOf(operation)
    const answer = await post({ rawBody: JSON.stringify(body), headers: { 'content-type': type } })
    expectProblem(answer, 400, 'bad_request')
  })

  test.each(['[]', 'null', '1', '"text"', 'true', '[[]]'])(
    'refuses %s, which is no object',
    async (rawBody) => {
      expectProblem(await post({ rawBody }), 422, 'invalid_request')
    },
  )

  test('refuses a member it does not know', async () => {
    if (rowOf(operation).isOpen) return
    const { body } = await sampleOf(operation)
    const strange = ['companyId', 'company_id', 'userId', 'uid2', 'role', 'state', 'constructor', 'id2']
    for (const extra of strange.filter((name) => !Object.hasOwn(operation.body?.properties ?? {}, name)))
      expectProblem(await post({ body: { ...body, [extra]: 'x' } }), 422, 'invalid_request')
    const rawBody = `${JSON.stringify(body).slice(0, -1)},"__proto__":{"superAdmin":true}}`
    expectProblem(await post({ rawBody }), 422, 'invalid_request')
  })

  test('refuses every column of what it writes that is the server’s', async () => {
    const { writes, isOpen } = rowOf(operation)
    if (!writes || isOpen) return
    const { body } = await sampleOf(operation)
    const own = new Set(Object.keys(operation.body?.properties ?? {}))
    const columns = Object.entries(getTableColumns(writes)).flatMap(([key, { name }]) => [key, name])
    expect(columns).toContain('id')
    for (const column of new Set(columns)) {
      if (own.has(column)) continue
      for (const value of ['x', 1, true, null])
        expectProblem(await post({ body: { ...body, [column]: value } }), 422, 'invalid_request')
    }
  })

  test('refuses each member when it is of another type', async () => {
    const { body } = await sampleOf(operation)
    const names = Object.keys(operation.body?.properties ?? {})
    expect(names.length).toBeGreaterThan(0)
    for (const name of names)
      for (const wrong of [{ $gt: '' }, [{}], null, 1.5e308])
        expectProblem(await post({ body: { ...body, [name]: wrong } }), 422)
  })

  test('refuses more than it takes before reading it all', async () => {
    const rawBody = `{"text":"${'7'.repeat(3_000_000)}"}`
    expectProblem(await post({ rawBody }), 413, 'payload_too_large')
    expectProblem(await post({ rawBody: '{}', headers: { 'content-length': '99999999' } }), 413)
  })

  test('refuses a body nested ten thousand deep without falling over', async () => {
    const rawBody = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
    expect((await post({ rawBody })).status).toBeLessThan(500)
  })
})

const hostileTexts = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '../../etc/passwd',
  "'; DROP TABLE users; --",
  '{p1:UInt32}',
  '{{constructor.constructor("return process")()}}',
  '<script>alert(1)</script>',
  '%00',
  '\r\nSet-Cookie: a=b',
  'x'.repeat(5000),
  '\u202e\u200b\ufeff',
]

describe.each(all)('$id, given hostile texts,', (operation) => {
  test('never falls over', async () => {
    const as = rightful(operation)
    const { params = {}, query = {}, body = {}, headers = {} } = await sampleOf(operation)
    const given = { params, query, body, headers }
    for (const text of hostileTexts) {
      for (const place of ['params', 'query', 'body'] as const)
        for (const [name, value] of Object.entries(given[place])) {
          // A lone surrogate cannot stand in an address.
          if (typeof value !== 'string' || (place !== 'body' && !text.isWellFormed())) continue
          const input = {
            ...given,
            body: operation.body ? body : undefined,
            [place]: { ...given[place], [name]: text },
          }
          const answer = await send(operation, input as Input, { as })
          expect(
            answer.status,
            `${place}.${name} ${JSON.stringify(text).slice(0, 80)}: ${answer.text}`,
          ).toBeLessThan(500)
        }
    }
  })
})

describe.each(withParams)('$id, given an id that is none,', (operation) => {
  test.each(['%', '%2e%2e', '%00', '%ff', 'a%2fb', '%E0%A4%A', "'", '*', 'x'.repeat(4000)])(
    'refuses %s',
    async (raw) => {
      const path = operation.path.replaceAll(/\{\w+\}/g, raw)
      // `/api/../x` is an address outside the API before anybody reads it.
      if (!new URL(path, 'http://localhost').pathname.startsWith('/api/')) return
      const { body } = await sampleOf(operation)
      const answer = await world.call(operation.method, path, {
        as: rightful(operation),
        ...(body && { body }),
        headers: { 'idempotency-key': 'hostile' },
      })
      expect(answer.status, answer.text).toBeGreaterThanOrEqual(400)
      expect(answer.status, answer.text).toBeLessThan(500)
    },
  )
})

describe.each(unsafe)('$id, a write,', (operation) => {
  test.each(['http://evil.example', 'null', 'http://localhost:3000.evil.example'])(
    'is 403 from a page of %s, also with a good session',
    async (origin) => {
      for (const via of ['cookie', 'bearer'] as const) {
        const options = { as: rightful(operation), via, headers: { origin } }
        expectProblem(await send(operation, await sampleOf(operation), options), 403, 'bad_origin')
      }
    },
  )
})

describe.each(all.filter(({ hasQuery }) => hasQuery))('$id, which takes a query,', (operation) => {
  test('refuses one it does not know, and the same one twice', async () => {
    const input = await sampleOf(operation)
    const as = rightful(operation)
    // A company is named by operators alone.
    const unknown = operation.access === 'operator' ? { ofCompany: 'cmp_x' } : { companyId: 'cmp_x' }
    const extra = { ...input, query: { ...input.query, ...unknown } }
    expectProblem(await send(operation, extra, { as }), 422, 'invalid_request')
    const [name = 'limit'] = Object.keys(input.query ?? {})
    const path = `${addressOf(operation, { ...input, query: {} })}${name}=a&${name}=b`
    expectProblem(await world.call(operation.method, path, { as }), 422, 'invalid_request')
  })
})
