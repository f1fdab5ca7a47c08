import { createGzip } from 'node:zlib'
import { expect, test } from 'vitest'
import { importLeads } from './commands.ts'
import { endlessSource, openImportFixture } from './testing.ts'

const fixture = openImportFixture()
const { run, leads } = fixture

test('Latin-1 long after an ASCII beginning is read as Latin-1', async () => {
  const plain = Array.from({ length: 200_000 }, (_, i) => `${i},plain name ${i}`).join('\n')
  const content = Buffer.concat([
    Buffer.from(`ID,Name\n${plain}\n200000,Caf`),
    Buffer.from([0xe9]),
    Buffer.from('\n'),
  ])
  const report = await run('late', content)
  expect(report.rowsRejected).toBe(0)
  expect(await leads('late', 'c_name AS name', "startsWith(c_name, 'Caf')")).toEqual([{ name: 'Café' }])
})

test('hostile files are refused or lose a row, within 150 MB', async () => {
  const piece = Buffer.alloc(1024 * 1024, 'x')
  const quotes = Buffer.from('9,"never closed\n'.repeat(50_000))
  const bomb = await packedRepeats(
    'ID,Name\n',
    Buffer.from('1,aaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n'.repeat(30_000)),
    160,
  )
  await run('warm', 'ID,Name\n1,a\n')
  const grown = watchMemory()
  const line = { source: endlessSource('ID,Name\n1,a\n2,b\n3,', piece, 2048), dictId: 'line' }
  expect(await importLeads(fixture.deps, line)).toMatchObject({ rowsIn: 3, rowsStored: 2, rowsRejected: 1 })
  const open = {
    source: endlessSource(`ID,Name\n${'1,"a, ""b"""\n'.repeat(40_000)}`, quotes, 40),
    dictId: 'quotes',
  }
  await expect(importLeads(fixture.deps, open)).rejects.toThrow(/never closed/)
  await expect(run('bomb', bomb)).rejects.toThrow(/200 times/)
  const megabytes = grown() / 1e6
  expect(megabytes).toBeLessThan(150)
})

/** The gzip of `head` and many times `piece`, made while it is read. */
async function packedRepeats(head: string, piece: Buffer, times: number): Promise<Buffer> {
  const source = endlessSource(head, piece, times)
  return Buffer.concat(await (await source.read()).pipe(createGzip()).toArray())
}

/** The most memory this process held beyond what it holds now, in bytes. */
function watchMemory(): () => number {
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 10)
  return () => {
    clearInterval(timer)
    return most - before
  }
}
