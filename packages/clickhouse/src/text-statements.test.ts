import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openEngineFixture } from './testing.ts'
import { openTextStatements } from './text-statements.ts'

const fixture = openEngineFixture()

test('values without a numeral, and those within lists, come back as they went in', async () => {
  const sql = `SELECT {a:Array(Nullable(Float64))} AS a, {b:Array(Bool)} AS b, {n:Nullable(String)} AS n,
    isNaN({x:Float64}) AS x, {i:Float64} = -inf AS i, {s:Array(Array(String))} AS s`
  const params = { a: [1.5, null], b: [true, false], n: '\\N', x: Number.NaN, i: -Infinity, s: [["a'b"], []] }
  expect(await fixture.askOne(sql, params)).toEqual({
    a: [1.5, null],
    b: [true, false],
    n: '\\N',
    x: 1,
    i: 1,
    s: [["a'b"], []],
  })
})

/** What takes each connection in place of an engine, once it has been asked. */
async function startServer(answer: (socket: Socket, asked: Buffer) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (asked) => answer(socket, asked))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const statementsAt = (url: string) =>
  openTextStatements({ url, username: 'me', password: 'secret', settings: {}, connections: 2 })

test('an answer that breaks off is an error, never a part of the answer', async () => {
  const port = await startServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"a":1}\n', () => socket.destroy())
  })
  const statements = statementsAt(`http://127.0.0.1:${port}`)
  await expect(statements.send({ sql: 'SELECT 1' })).rejects.toMatchObject({ code: 'ECONNRESET' })
  statements.close()
})

test('a statement that is aborted ends its connection, also in the middle of the answer', async () => {
  const closed: Promise<unknown>[] = []
  const begun: (() => void)[] = []
  const port = await startServer((socket) => {
    closed.push(new Promise((resolve) => void socket.once('close', resolve)))
    if (closed.length === 2) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"a"')
    begun.shift()?.()
  })
  const statements = statementsAt(`http://127.0.0.1:${port}`)
  for (const _ of ['before the answer', 'within it']) {
    const gone = new AbortController()
    const isAsked = new Promise<void>((resolve) => void begun.push(resolve))
    const asked = statements.send({ sql: 'SELECT 1', signal: gone.signal })
    const refused = expect(asked).rejects.toMatchObject({ name: 'AbortError' })
    await isAsked
    gone.abort()
    await refused
  }
  await Promise.all(closed)
  statements.close()
})

test('an https address is spoken to by TLS: neither login nor statement goes out in the clear', async () => {
  const seen: Buffer[] = []
  const port = await startServer((socket, asked) => {
    seen.push(asked)
    socket.destroy()
  })
  const statements = statementsAt(`https://127.0.0.1:${port}`)
  await expect(statements.send({ sql: 'SELECT 1' })).rejects.toThrow()
  statements.close()
  // The first byte of a TLS handshake.
  expect(seen.map(([first]) => first)).toEqual([0x16])
  expect(seen[0]?.includes('SELECT')).toBe(false)
})
