import { expect, test } from 'vitest'
import { operations } from '../testing/operations-under-test.ts'
import { areas } from './areas.ts'
import { examples } from './examples.ts'
import { openApiDocument } from './openapi.ts'

/** After a failure here, run `npm run record:examples`. */

/** Texts of dates as dates, which a contract may ask for: JSON has only their text. */
const withDates = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (_, each) =>
    typeof each === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(each) ? new Date(each) : each,
  )

test.each(operations)(
  '$id is in a chapter of the document, with an example that its contract allows',
  (operation) => {
    expect(areas[operation.area]).toMatch(/\.$/)
    const example = examples[operation.id]
    expect(example, 'an example').toBeDefined()
    for (const part of ['params', 'query', 'body'] as const)
      if (operation[part]) {
        const parsed = operation[part].safeParse(
          example?.request[part] ?? (part === 'query' ? {} : undefined),
        )
        expect(parsed.error, part).toBeUndefined()
      } else expect(example?.request[part], part).toBeUndefined()
    const { answer } = operation
    if (!answer || answer.safeParse(withDates(example?.answer)).success) return
    expect(answer.safeParse(example?.answer).error, 'answer').toBeUndefined()
  },
)

test('every example belongs to an operation that exists', () => {
  const ids = new Set(operations.map(({ id }) => id))
  expect(Object.keys(examples).filter((id) => !ids.has(id))).toEqual([])
})

test('the document shows the chapters, and the examples with their calls', () => {
  const document = openApiDocument(operations, 'test') as {
    tags: { name: string }[]
    paths: Record<string, Record<string, { requestBody?: { content: object }; responses: object }>>
  }
  expect(document.tags.map(({ name }) => name)).toEqual(Object.keys(areas))
  const signIn = document.paths['/api/auth/sign-in/email']?.post
  expect(signIn).toMatchObject({
    requestBody: { content: { 'application/json': { example: { password: 'your password' } } } },
    responses: { 200: { content: { 'application/json': { example: { token: 'your token' } } } } },
  })
})

test('no example holds a token, a key or a password', () => {
  const text = JSON.stringify(examples)
  expect(text).not.toMatch(/frk_|correct horse/)
  // A session's token is 43 characters and a signature.
  expect(text).not.toMatch(/[\w-]{43}\.[\w+/]{43}=/)
})
