import { AppError, type ErrorCode, errorCodes } from '@freeor/kernel/errors'
import { expect, test } from 'vitest'
import { problemResponse, toProblem } from './problem.ts'

const codes = (Object.keys(errorCodes) as ErrorCode[]).filter((code) => code !== 'internal')

test.each(codes)('%s is answered with its own status, title and type', async (code) => {
  const response = problemResponse(new AppError(code, 'A sentence.'), 'req_1')
  expect(response.status).toBe(errorCodes[code].status)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toEqual({
    type: `urn:freeor:problem:${code}`,
    title: errorCodes[code].title,
    status: errorCodes[code].status,
    code,
    detail: 'A sentence.',
    requestId: 'req_1',
  })
})

test('details are members of the problem but cannot replace its own', () => {
  const details = { position: 12, status: 200, code: 'ok', requestId: 'forged' }
  const { problem } = toProblem(new AppError('invalid_query', 'Wrong.', { details }), 'req_1')
  expect(problem).toMatchObject({ position: 12, status: 422, code: 'invalid_query', requestId: 'req_1' })
})

test.each([
  new Error('duplicate key value violates unique constraint "users_email_key"'),
  Object.assign(new Error('select "password" from "accounts"'), {
    code: '42P01',
    detail: 'secret',
    status: 200,
  }),
  new TypeError("Cannot read properties of undefined (reading 'x')"),
  'a thrown text',
  undefined,
  { message: 'SELECT 1', status: 403 },
])('nothing of an unexpected error reaches the person (%#)', async (thrown) => {
  const response = problemResponse(thrown, 'req_1')
  const text = await response.text()
  expect(response.status).toBe(500)
  expect(JSON.parse(text)).toEqual({
    type: 'urn:freeor:problem:internal',
    title: 'Something went wrong',
    status: 500,
    code: 'internal',
    detail: 'Something went wrong on our side. Please try again, or quote the request id to support.',
    requestId: 'req_1',
  })
})

test('an expected error is told apart from one to report', () => {
  expect(toProblem(new AppError('not_found', 'None.'), 'r').isExpected).toBe(true)
  expect(toProblem(new AppError('internal', 'A bug.'), 'r').isExpected).toBe(false)
  expect(toProblem(new Error('A bug.'), 'r').isExpected).toBe(false)
})

test('the message of our own internal error stays inside as well', () => {
  const error = new AppError('internal', 'Froze 3 leads of 4', { details: { table: 'leads_1_v1' } })
  const { problem } = toProblem(error, 'r')
  expect(JSON.stringify(problem)).not.toMatch(/Froze|leads_1/)
})

test('a wait in the details becomes Retry-After in whole seconds, never less than was asked', () => {
  const wait = (retryAfter: number) =>
    problemResponse(new AppError('rate_limited', 'Wait.', { details: { retryAfter } }), 'r').headers.get(
      'retry-after',
    )
  expect([wait(1), wait(1.2), wait(59.5)]).toEqual(['1', '2', '60'])
})

test('a refused range says how long the file is, in the header that HTTP has for it', () => {
  const error = new AppError('range_not_satisfiable', 'Too far.', { details: { bytes: 120 } })
  expect(problemResponse(error, 'r').headers.get('content-range')).toBe('bytes */120')
})

test.each([
  ['PostgreSQL', Object.assign(new Error('could not extend file'), { code: '53100' })],
  ['a file of ours', Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })],
])('a full disk met by %s is said, and nothing of where', (_who, cause) => {
  const { problem, isExpected } = toProblem(new Error('Failed query: insert …', { cause }), 'r')
  expect(isExpected).toBe(true)
  expect(problem).toMatchObject({ status: 503, code: 'unavailable', reason: 'disk_full', retryAfter: 30 })
  expect(problem.detail).toMatch(/^There is no room left on the disk/)
})
