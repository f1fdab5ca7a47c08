import { expect, test } from 'vitest'
import { gapsOf, textBytes } from '../testing.ts'
import { readInThread } from './read-in-thread.ts'

const file = (text: string, name = 'bank.gift') => ({ name, bytes: textBytes(text) })

/** Ten megabytes that take seconds to be read. */
const hostile = () => file('Q {=a ~b} tail\n'.repeat(700_000).slice(0, 9_900_000))

test('what a thread reads is what the file says', async () => {
  const read = await readInThread(file('One? {=a ~b}\n\nTwo {=a'), { userId: 'usr_a' })
  expect(read.questions.map(({ question }) => question)).toEqual(['One?'])
  expect(gapsOf(read)).toEqual([])
})

test('while ten hostile megabytes are read the process goes on', async () => {
  let longest = 0
  let before = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - before)
    before = performance.now()
  }, 5)
  const begun = performance.now()
  const reading = readInThread(hostile(), { userId: 'usr_a' })
  const outcome = await reading.then(
    () => 'read',
    (error: Error) => error.message,
  )
  clearInterval(timer)
  expect(['read', expect.stringContaining('takes too long')]).toContainEqual(outcome)
  // Read in this process, the file would hold it up for nearly as long as it takes, on any machine.
  expect(longest).toBeLessThan((performance.now() - begun) / 3)
})

test('a file that takes longer than it may is refused, and the next one is read', async () => {
  const refused = readInThread(hostile(), { userId: 'usr_a', patienceMs: 300 })
  await expect(refused).rejects.toMatchObject({ code: 'invalid_request' })
  const { questions } = await readInThread(file('One? {=a ~b}'), { userId: 'usr_a' })
  expect(questions).toHaveLength(1)
})
