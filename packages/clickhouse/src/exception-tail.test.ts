import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { exceptionMark, exceptionTail } from './exception-tail.ts'

const tag = '0123456789abcdef'
const message = 'Code: 159. DB::Exception: Timeout exceeded: elapsed 3000 ms. (TIMEOUT_EXCEEDED)'

function pass(body: string, size: number): Promise<string> {
  const chunks = body.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []
  return text(Readable.from(chunks.map((chunk) => Buffer.from(chunk))).compose(exceptionTail(tag)))
}

it.each([1, 7, 64, 150, 1_000_000])('passes every byte of a good result in chunks of %i', async (size) => {
  const body = `a,b\r\n${'1,2\r\n'.repeat(200)}__exception__\r\n`
  expect(await pass(body, size)).toBe(body)
})

it.each([1, 7, 64, 129, 150, 333, 500, 999, 1_000_000])(
  'fails the stream when an error follows the rows, in chunks of %i',
  async (size) => {
    const body = `a,b\r\n${'1,2\r\n'.repeat(200)}${exceptionMark(tag)}${message}`
    await expect(pass(body, size)).rejects.toMatchObject({ code: 'search_too_wide' })
  },
)
