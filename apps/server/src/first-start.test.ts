import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SampleLogin } from '@freeor/accounts/commands'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstStart } from './first-start.ts'
import { signIn } from './testing/people.ts'
import { openTestSystem, type TestSystem } from './testing/test-system.ts'

let system: TestSystem

beforeAll(async () => {
  system = await openTestSystem({ sites: 'courses', jobs: false })
})
afterAll(async () => await system.close())

async function start(): Promise<{ logins: SampleLogin[]; said: string }> {
  const lines: string[] = []
  await firstStart(system.config, system.composed, (text) => lines.push(text))
  const text = await readFile(join(system.config.dataDir, 'sample-logins.json'), 'utf8')
  return { logins: JSON.parse(text) as SampleLogin[], said: lines.join('\n') }
}

test('an installation from before a site had logins of its own gets them, and keeps its passwords', async () => {
  const { logins: all } = await start()
  expect(all.filter(({ site }) => site === 'courses').map(({ role }) => role)).toEqual(
    expect.arrayContaining(['student', 'graduate', 'author', 'org_admin']),
  )
  const older = all.filter(({ role }) => role !== 'student')
  await writeFile(join(system.config.dataDir, 'sample-logins.json'), JSON.stringify(older))
  const { logins, said } = await start()
  expect(logins).toEqual([...older, expect.objectContaining({ role: 'student' })])
  expect(said).toContain('student@example.com')
  expect(said).not.toContain('graduate@example.com')
  const graduate = logins.find(({ role }) => role === 'graduate')
  await expect(signIn(system.call, graduate as SampleLogin)).resolves.toBeDefined()
  expect((await start()).said).toBe('')
})
