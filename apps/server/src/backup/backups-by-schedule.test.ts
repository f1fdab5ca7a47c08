import { startTestS3Server, type TestS3Server } from '@freeor/storage/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { runHere } from '../testing/command-here.ts'
import { type CompaniesFixture, download, openCompaniesFixture } from '../testing/companies-fixture.ts'
import { expectSample, metricsToken } from '../testing/read-scrape.ts'
import { newDataFolder, runFreeorWith } from '../testing/server-process.ts'

/** A server makes backups by itself, keeps as many as it was told, and an operator tries the newest. */

let s3: TestS3Server
let folder: Awaited<ReturnType<typeof newDataFolder>>
let fixture: CompaniesFixture

beforeAll(async () => {
  ;[s3, folder] = await Promise.all([startTestS3Server(), newDataFolder()])
  const variables = { BACKUP_URL: s3.url, BACKUP_KEEP: '2', METRICS_TOKEN: metricsToken }
  fixture = await openCompaniesFixture({ firms: 50, variables })
  await download(fixture, fixture.people.owner, { limit: 5 })
})

afterAll(async () => {
  await fixture.close()
  await folder.remove()
  await s3.close()
})

const keys = () => [...s3.objects.keys()].filter((key) => key.startsWith('freeor-')).toSorted()

test('a scheduled job stores a backup, and of several the newest are kept', async () => {
  await expectSample(fixture, 'freeor_backup_age_seconds', Number.POSITIVE_INFINITY)
  await expectSample(fixture, 'freeor_backup_store_up', 1)
  for (let made = 1; made <= 3; made++) {
    const before = new Set(keys())
    await fixture.deps.jobs.send(undefined, 'make-backup', {})
    await vi.waitFor(() => expect(keys().some((key) => !before.has(key))).toBe(true), {
      ...{ timeout: 60_000, interval: 100 },
    })
    await vi.waitFor(() => expect(keys()).toHaveLength(Math.min(made, 2)), { timeout: 60_000 })
    if (made === 1) expect(keys()[0]).toMatch(/^freeor-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar$/)
    // Their names have seconds.
    await new Promise((resolve) => setTimeout(resolve, 1_100))
  }
})

test('the newest is restored elsewhere and found good; one that was damaged is not, and both are recorded', async () => {
  const good = await runFreeorWith([`BACKUP_URL=${s3.url}`], folder.dataDir, ['backup-drill', '--json'])
  expect(good.code, good.stderr).toBe(0)
  expect(JSON.parse(good.stdout)).toEqual({ backup: keys().at(-1), ok: true, problems: [] })
  expect(JSON.parse(String(s3.objects.get('drill.json')?.content))).toMatchObject({ ok: true })
  const newest = s3.objects.get(keys().at(-1) ?? '')
  newest?.content.fill('x', 600, 700)
  const bad = await runHere(folder.dataDir, 'backup-drill', ['--json'], { BACKUP_URL: s3.url })
  expect(bad.code).toBe(1)
  expect(JSON.parse(bad.stdout)).toMatchObject({ ok: false, problems: [expect.stringContaining('damaged')] })
  expect(JSON.parse(String(s3.objects.get('drill.json')?.content))).toMatchObject({ ok: false })
})

test('backups are refused in the store of files, which a restore empties', () => {
  const bucket = 'https://key:secret@s3.example.com/files'
  for (const url of [bucket, `${bucket}/`, `${bucket}/backups?region=x`])
    expect(() => readConfig({ S3_URL: bucket, BACKUP_URL: url })).toThrow(/BACKUP_URL/)
  expect(() => readConfig({ S3_URL: `${bucket}/site`, BACKUP_URL: bucket })).toThrow(/BACKUP_URL/)
  const backups = `${bucket}-backups`
  expect(readConfig({ S3_URL: bucket, BACKUP_URL: backups }).backups).toEqual({
    ...{ url: backups, cron: '40 3 * * *', keep: 14 },
  })
  expect(readConfig({ S3_URL: bucket }).backups).toBeUndefined()
  expect(() => readConfig({ BACKUP_URL: backups, BACKUP_CRON: 'daily' })).toThrow(/BACKUP_CRON/)
})
