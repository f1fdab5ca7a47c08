import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectSample, metricsToken, sampleValue, scrape } from '../testing/read-scrape.ts'
import { openTestSystem, type TestSystem } from '../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  const BACKUP_URL = 'http://key:secret@127.0.0.1:9/backups'
  const variables = { METRICS_TOKEN: metricsToken, BACKUP_URL }
  system = await openTestSystem({ jobs: false, sites: 'courses', variables })
})
afterAll(async () => await system.close())

test('a store of backups that does not answer is said to be down, and no age is made up', async () => {
  await expectSample(system, 'freeor_backup_store_up', 0)
  expect(sampleValue(await scrape(system), 'freeor_backup_age_seconds')).toBeUndefined()
})
