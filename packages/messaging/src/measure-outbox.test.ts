import { fakeClock } from '@freeor/testing/clock'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueMail } from './commands.ts'
import { measureOutbox } from './queries.ts'
import { mailOutbox } from './tables.ts'

const clock = fakeClock('2030-05-01T10:00:00Z')
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => await database.close())

async function queue(to: string): Promise<string> {
  const { mails } = await queueMail(database.db, {
    to,
    brand: { productName: 'Freeor', supportAddress: 'help@freeor.example' },
    now: clock.now(),
    template: 'notice',
    props: { subject: 'News', heading: 'News', paragraphs: ['There is news.'] },
  })
  return mails[0]?.id ?? ''
}

const become = async (id: string, state: 'sending' | 'sent' | 'failed') => {
  const sentAt = state === 'sent' ? clock.now() : null
  await database.db.update(mailOutbox).set({ state, sentAt }).where(eq(mailOutbox.id, id))
}
const measure = async () => await measureOutbox(database.db, clock.now())

test('an empty outbox is all zeros', async () => {
  expect(await measure()).toEqual({ waiting: 0, oldestSeconds: 0, failedInDay: 0 })
})

test('what is queued or being sent waits, since the oldest was queued; what failed counts for a day', async () => {
  await become(await queue('sent@people.example'), 'sent')
  await become(await queue('failed@people.example'), 'failed')
  clock.advance(60_000)
  const oldest = await queue('oldest@people.example')
  await become(oldest, 'sending')
  clock.advance(120_000)
  await queue('newest@people.example')
  expect(await measure()).toEqual({ waiting: 2, oldestSeconds: 120, failedInDay: 1 })
  await become(oldest, 'sent')
  expect(await measure()).toEqual({ waiting: 1, oldestSeconds: 0, failedInDay: 1 })
  clock.advance(25 * 3_600_000)
  expect(await measure()).toMatchObject({ waiting: 1, failedInDay: 0 })
})
