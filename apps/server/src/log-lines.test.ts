import { execFileSync } from 'node:child_process'
import { openSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { linesTo, linesToFile } from './log-lines.ts'

const folder = await mkdtemp(join(tmpdir(), 'freeor-log-'))
afterAll(async () => await rm(folder, { recursive: true, force: true }))

const linesOf = async (path: string) =>
  (await readFile(path, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; left?: number })

test('a log on a full device fails no caller, and says once there is room how many lines were left out', async () => {
  const path = join(folder, 'full.log')
  await symlink('/dev/full', path)
  const log = pino({ base: null }, linesToFile({ path, mostBytes: 1_000_000 }))
  for (let line = 0; line < 5; line++) log.info('nobody reads this')
  await rm(path)
  log.info('there is room again')
  expect((await linesOf(path)).map(({ msg, left }) => [msg, left])).toEqual([
    ['log lines were left out', 5],
    ['there is room again', undefined],
  ])
})

test('a standard output that cannot be written fails no caller', () => {
  const log = pino({ base: null }, linesTo(openSync('/dev/full', 'w')))
  expect(() => log.error({ err: new Error('no') }, 'nobody reads this')).not.toThrow()
})

test('a log whose folder is removed fails no caller', async () => {
  const path = join(folder, 'gone', 'server.log')
  const log = pino({ base: null }, linesToFile({ path, mostBytes: 1_000_000 }))
  expect(() => log.info('nobody reads this')).not.toThrow()
})

test('a log rotates by size while it is written, and every line is whole', async () => {
  const path = join(folder, 'server.log')
  await writeFile(path, `${JSON.stringify({ msg: 'of the run before' })}\n`)
  const log = pino({ base: null }, linesToFile({ path, mostBytes: 20_000 }))
  for (let line = 0; line < 1_000; line++) log.info(`line ${line} ${'x'.repeat(30)}`)
  const kept = [...(await linesOf(`${path}.1`)), ...(await linesOf(path))].map(({ msg }) => msg.split(' ')[1])
  expect((await stat(path)).size).toBeLessThan(20_500)
  expect((await stat(`${path}.1`)).size).toBeLessThan(20_500)
  const last = Array.from({ length: kept.length }, (_, index) => String(1_000 - kept.length + index))
  expect(kept).toEqual(last)
})

test('on a full disk every line is whole or left out', async ({ skip }) => {
  const disk = await mkdtemp(join(tmpdir(), 'freeor-log-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'pipe' })
  } catch (error) {
    await rm(disk, { recursive: true, force: true })
    skip(`no disk can be mounted: ${String(error)}`)
  }
  try {
    await writeFile(join(disk, 'ballast'), 'x'.repeat(30_000))
    const path = join(disk, 'server.log')
    const log = pino({ base: null }, linesToFile({ path, mostBytes: 1_000_000 }))
    for (let line = 0; line < 2_000; line++) log.info(`line ${line}`)
    await rm(join(disk, 'ballast'))
    log.info('there is room again')
    const lines = await linesOf(path)
    expect(lines.slice(-2).map(({ msg }) => msg)).toEqual(['log lines were left out', 'there is room again'])
    expect(lines.length - 2 + (lines.at(-2)?.left ?? 0)).toBe(2_000)
  } finally {
    execFileSync('umount', ['-l', disk])
    await rm(disk, { recursive: true, force: true })
  }
})
