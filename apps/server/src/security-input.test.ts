import { getTableColumns } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CallOptions } from './testing/call.ts'
import {
  addressOf,
  type DocumentedOperation,
  type JsonSchema,
  operations,
} from './testing/operations-under-test.ts'
import type { Input, SecurityFixture } from './testing/security-row.ts'
import {
  all,
  expectProblem,
  openSecurityTable,
  operationsWhere,
  rowOf,
  someOf,
} from './testing/security-table.ts'

/** Bodies, texts, ids and queries that nobody asked for. */

const withBody = all.filter(({ body }) => body !== undefined)
const withParams = all.filter(({ pathParams }) => pathParams.length > 0)

const { fixture: currentFixture, rightful, sampleOf, sharedSampleOf, send } = openSecurityTable()
let fixture: SecurityFixture
beforeAll(() => {
  fixture = currentFixture()
})

const postAs = async (operation: DocumentedOperation, options: CallOptions) => {
  const { body: _, ...input } = await sharedSampleOf(operation)
  return await send(operation, input, { as: rightful(operation), ...options })
}

type FieldError = { readonly path: string; readonly message: string }

const errorsOf = ({ body }: Awaited<ReturnType<typeof postAs>>): readonly FieldError[] =>
  (body as { readonly errors?: readonly FieldError[] }).errors ?? []

/** The call refuses each of these members, which it does not know, and says so of each. */
/** An answer names twenty that it does not know, so no more are sent at a time. */
async function refusesEach(operation: DocumentedOperation, names: readonly string[], value: unknown) {
  const { body } = await sharedSampleOf(operation)
  for (let from = 0; from < names.length; from += 20) {
    const some = names.slice(from, from + 20)
    const extra = Object.fromEntries(some.map((name) => [name, value]))
    const answer = await postAs(operation, { body: { ...body, ...extra } })
    expectProblem(answer, 422, 'invalid_request')
    const unknown = errorsOf(answer).find(({ path }) => path === 'body')?.message ?? ''
    for (const name of some) expect(unknown).toContain(JSON.stringify(name))
  }
}

/** The contract says so, e.g. for "behind nothing". */
const takesNull = ({ body }: DocumentedOperation, name: string): boolean =>
  [body?.properties?.[name]?.type, ...(body?.properties?.[name]?.anyOf ?? []).map(({ type }) => type)]
    .flat()
    .includes('null')

const noJson = ['', '{', '{"a":', 'not json', '{} {}', "{'a':1}", '\u0000', 'NaN']
const noObjects = ['[]', 'null', '1', '"text"', 'true', '[[]]']
const ofForms = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/json',
]

describe.each(withBody)('$id, given a body it did not ask for,', (operation) => {
  const post = async (options: CallOptions) => await postAs(operation, options)

  test.each(someOf(noJson, operation, 2))('refuses %j', async (rawBody) => {
    expectProblem(await post({ rawBody }), 400, 'bad_request')
  })

  test.each(someOf(ofForms, operation, 1))(
    'refuses content-type %s, which a form of another site can send',
    async (type) => {
      const { body } = await sharedSampleOf(operation)
      const answer = await post({ rawBody: JSON.stringify(body), headers: { 'content-type': type } })
      expectProblem(answer, 400, 'bad_request')
    },
  )

  test.each(someOf(noObjects, operation, 2))('refuses %s, which is no object', async (rawBody) => {
    expectProblem(await post({ rawBody }), 422, 'invalid_request')
  })

  test('refuses each member when it is of another type', async () => {
    const { body } = await sharedSampleOf(operation)
    const names = Object.keys(operation.body?.properties ?? {})
    expect(names.length).toBeGreaterThan(0)
    for (const wrong of [{ $gt: '' }, [{}], null, 1.5e308]) {
      const refused = names.filter((name) => wrong !== null || !takesNull(operation, name))
      if (refused.length === 0) continue
      const answer = await post({
        body: { ...body, ...Object.fromEntries(refused.map((name) => [name, wrong])) },
      })
      expectProblem(answer, 422)
      const named = new Set(errorsOf(answer).map(({ path }) => path.split('.')[1]))
      // A member that the answer does not name may hide behind the others: it is sent alone.
      for (const name of refused.filter((one) => !named.has(one)))
        expectProblem(await post({ body: { ...body, [name]: wrong } }), 422)
    }
  })

  test('refuses more than it takes before reading it all', async () => {
    const { maxBodyBytes = 2 ** 20 } = operations.find(({ id }) => id === operation.id) ?? {}
    const rawBody = `{"text":"${'7'.repeat(maxBodyBytes + 2_000_000)}"}`
    expectProblem(await post({ rawBody }), 413, 'payload_too_large')
    expectProblem(await post({ rawBody: '{}', headers: { 'content-length': '99999999' } }), 413)
  })

  test('refuses a body nested ten thousand deep without falling over', async () => {
    const rawBody = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
    expect((await post({ rawBody })).status).toBeLessThan(500)
  })
})

const closed = operationsWhere(({ isOpen }, { body }) => body !== undefined && !isOpen)

describe.each(closed)('$id, which takes no other members,', (operation) => {
  const post = async (options: CallOptions) => await postAs(operation, options)

  test('refuses a member it does not know', async () => {
    const { body } = await sharedSampleOf(operation)
    const strange = ['companyId', 'company_id', 'userId', 'uid2', 'role', 'state', 'constructor', 'id2']
    const extra = strange.filter((name) => !Object.hasOwn(operation.body?.properties ?? {}, name))
    await refusesEach(operation, extra, 'x')
    const rawBody = `${JSON.stringify(body).slice(0, -1)},"__proto__":{"superAdmin":true}}`
    expectProblem(await post({ rawBody }), 422, 'invalid_request')
  })
})

const writing = closed.filter((operation) => rowOf(operation).writes)

describe.each(writing)('$id, which writes a table,', (operation) => {
  test('refuses every column of what it writes that is the server’s', async () => {
    const { writes } = rowOf(operation)
    if (!writes) throw new Error('It writes no table')
    const own = new Set(Object.keys(operation.body?.properties ?? {}))
    const columns = Object.entries(getTableColumns(writes)).flatMap(([key, { name }]) => [key, name])
    // Its own id, or those that its key is made of.
    expect(columns).toContainEqual(expect.stringMatching(/^id$|Id$/))
    const extra = [...new Set(columns)].filter((column) => !own.has(column))
    for (const value of ['x', 1, true, null]) await refusesEach(operation, extra, value)
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

/** Members of a body that hold a text. */
const textsOf = ({ properties = {} }: JsonSchema): string[] =>
  Object.entries(properties).flatMap(([name, { type }]) => ([type].flat().includes('string') ? [name] : []))

const withTexts = operationsWhere(
  (_, { pathParams, body, queryParams }) =>
    pathParams.length > 0 || queryParams.length > 0 || (body !== undefined && textsOf(body).length > 0),
)

describe.each(withTexts)('$id, given hostile texts,', (operation) => {
  test('never falls over', async () => {
    const as = rightful(operation)
    const { params = {}, query = {}, body = {}, headers = {} } = await sampleOf(operation)
    const named = Object.fromEntries(operation.queryParams.map((name) => [name, query[name] ?? '']))
    const texts = Object.fromEntries(textsOf(operation.body ?? {}).map((name) => [name, '']))
    const given = { params, query: named, body: { ...texts, ...body }, headers }
    for (const text of hostileTexts) {
      for (const place of ['params', 'query', 'body'] as const)
        for (const [name, value] of Object.entries(given[place])) {
          // An address cannot have a lone surrogate.
          if (typeof value !== 'string' || (place !== 'body' && !text.isWellFormed())) continue
          const input = {
            ...given,
            query,
            body: operation.body ? body : undefined,
            [place]: { ...{ params, query, body }[place], [name]: text },
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

const noIds = ['%', '%2e%2e', '%00', '%ff', 'a%2fb', '%E0%A4%A', "'", '*', 'x'.repeat(4000)]
const pathWith = ({ path }: DocumentedOperation, raw: string) => path.replaceAll(/\{\w+\}/g, raw)
// `/api/../x` becomes an address outside the API before the server reads it, and `/api/a/../b` another call's.
const isRefused = ({ method }: DocumentedOperation, path: string) => {
  const { pathname } = new URL(path, 'http://localhost')
  return pathname.startsWith('/api/') && !all.some((one) => one.method === method && one.path === pathname)
}

describe.each(withParams)('$id, given an id that is none,', (operation) => {
  const refused = noIds.filter((raw) => isRefused(operation, pathWith(operation, raw)))
  test.each(someOf(refused, operation, 3))('refuses %s', async (raw) => {
    const path = pathWith(operation, raw)
    const { body } = await sharedSampleOf(operation)
    const answer = await fixture.call(operation.method, path, {
      as: rightful(operation),
      ...(body && { body }),
      headers: { 'idempotency-key': 'hostile' },
    })
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400)
    expect(answer.status, answer.text).toBeLessThan(500)
  })
})

describe.each(all.filter(({ queryParams }) => queryParams.length > 0))(
  '$id, which takes a query,',
  (operation) => {
    test('refuses one it does not know, and the same one twice', async () => {
      const input = await sampleOf(operation)
      const as = rightful(operation)
      // Only super admins name a company.
      const unknown = operation.access === 'super_admin' ? { ofCompany: 'cmp_x' } : { companyId: 'cmp_x' }
      const extra = { ...input, query: { ...input.query, ...unknown } }
      expectProblem(await send(operation, extra, { as }), 422, 'invalid_request')
      const [name = 'limit'] = Object.keys(input.query ?? {})
      const path = `${addressOf(operation, { ...input, query: {} })}${name}=a&${name}=b`
      expectProblem(await fixture.call(operation.method, path, { as }), 422, 'invalid_request')
    })
  },
)
