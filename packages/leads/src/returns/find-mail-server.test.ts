import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMailServerFinder } from './adapters/find-mail-server.ts'

/*
 * A name service on a port of this machine, which answers each name as its first label says: `mx`, `null-mx`, `a`,
 * `aaaa`, `none` (no such name), `failure`, `silent`.
 */

const [A, AAAA, MX] = [1, 28, 15]
const [NO_ERROR, FAILURE, NO_NAME] = [0, 2, 3]

function readQuestion(message: Buffer) {
  const labels: string[] = []
  let at = 12
  while ((message[at] ?? 0) > 0) {
    const length = message[at] ?? 0
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { first: labels[0] ?? '', type: message.readUInt16BE(at + 1), end: at + 5 }
}

const dataOf: Record<string, Record<number, Buffer>> = {
  mx: { [MX]: Buffer.from([0, 10, 2, 0x6d, 0x78, 0]) },
  'null-mx': { [MX]: Buffer.from([0, 0, 0]), [A]: Buffer.from([192, 0, 2, 1]) },
  a: { [A]: Buffer.from([192, 0, 2, 1]) },
  aaaa: { [AAAA]: Buffer.from([0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 1]) },
}

function answerTo(message: Buffer): Buffer | undefined {
  const { first, type, end } = readQuestion(message)
  if (first === 'silent') return undefined
  const data = dataOf[first]?.[type]
  const code = first === 'none' ? NO_NAME : first === 'failure' ? FAILURE : NO_ERROR
  const head = Buffer.from(message.subarray(0, end))
  head.writeUInt16BE(0x8180 | code, 2)
  head.writeUInt16BE(data ? 1 : 0, 6)
  head.writeUInt16BE(0, 10)
  if (!data) return head
  const fixed = Buffer.alloc(12)
  fixed.writeUInt16BE(0xc00c, 0)
  fixed.writeUInt16BE(type, 2)
  fixed.writeUInt16BE(1, 4)
  fixed.writeUInt32BE(60, 6)
  fixed.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, fixed, data])
}

let socket: Socket
let find: ReturnType<typeof openMailServerFinder>

beforeAll(async () => {
  socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const answer = answerTo(message)
    if (answer) socket.send(answer, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  find = openMailServerFinder([`127.0.0.1:${socket.address().port}`])
})
afterAll(() => socket.close())

test.each([
  ['mx', 'yes'],
  ['a', 'yes'],
  ['aaaa', 'yes'],
  ['null-mx', 'no'],
  ['none', 'no'],
  ['nothing', 'no'],
  ['failure', 'unknown'],
] as const)('a domain that answers with %s takes mail: %s', async (label, expected) => {
  expect(await find(`${label}.example.com`)).toBe(expected)
})

test('a name service that does not answer says nothing, within seconds', async () => {
  const began = Date.now()
  expect(await find('silent.example.com')).toBe('unknown')
  expect(Date.now() - began).toBeLessThan(15_000)
})

test('what is no name of a domain takes no mail', async () => {
  expect(await find(`${'a'.repeat(300)}.example`)).toBe('no')
})
