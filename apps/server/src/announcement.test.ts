import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { announceEngines, findAnnouncement, withdrawAnnouncement } from './announcement.ts'

let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'freeor-announcement-'))
})
afterAll(async () => await rm(dataDir, { recursive: true }))

const announcement = { databaseUrl: 'postgres://nobody@127.0.0.1/none', clickhouseUrl: 'http://127.0.0.1:1' }

test('a command that joins while a server announces its engines reads the whole announcement or none', async () => {
  expect(await findAnnouncement(dataDir)).toBeUndefined()
  await announceEngines(dataDir, announcement)
  let isWriting = true
  const writing = (async () => {
    for (let time = 0; time < 300; time += 1) await announceEngines(dataDir, announcement)
    isWriting = false
  })()
  while (isWriting) expect(await findAnnouncement(dataDir)).toEqual(announcement)
  await writing
  expect((await stat(join(dataDir, 'engines.json'))).mode & 0o777).toBe(0o600)
  expect(await readdir(dataDir)).toEqual(['engines.json'])
  await withdrawAnnouncement(dataDir)
  expect(await findAnnouncement(dataDir)).toBeUndefined()
})
