import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPeople, type People } from '../../testing/people.ts'
import { openTestSystem, type TestSystem } from '../../testing/test-system.ts'

/** No server listens there: mails wait in the outbox. */
const smtpUrl = 'smtp://127.0.0.1:9'
const systems: { folder?: TestSystem; smtp?: TestSystem } = {}
const people: { folder?: People; smtp?: People } = {}

beforeAll(async () => {
  systems.folder = await openTestSystem()
  systems.smtp = await openTestSystem({ smtpUrl })
  for (const kind of ['folder', 'smtp'] as const) {
    const system = systems[kind] as TestSystem
    people[kind] = await addPeople(system.deps, system.call)
  }
})

afterAll(async () => {
  await systems.folder?.close()
  await systems.smtp?.close()
})

/** The newest mail of a template as the admin pages get it: in the list, and opened. */
async function shown(kind: 'folder' | 'smtp', template: string) {
  const [system, { superAdmin: as }] = [systems[kind] as TestSystem, people[kind] as People]
  const list = await system.call('GET', '/api/mail-outbox', { as })
  const entry = list.body.mails.find((mail) => mail.template === template)
  const { body } = await system.call('GET', `/api/mail-outbox/${entry?.id}`, { as })
  return { entry, opened: body }
}

async function askForSecrets(kind: 'folder' | 'smtp'): Promise<void> {
  const [system, { owner }] = [systems[kind] as TestSystem, people[kind] as People]
  await system.call('POST', '/api/auth/request-password-reset', { body: { email: owner.email } })
  const body = { email_to: owner.email }
  const started = await system.call('POST', '/api/start_verification', { as: owner, body })
  expect(started.status, started.text).toBeLessThan(300)
}

test('mail that only goes to a folder is shown whole, as nobody could read it otherwise', async () => {
  await askForSecrets('folder')
  const { entry, opened } = await shown('folder', 'reset-password')
  expect(entry?.isWithheld).toBe(false)
  expect(opened.text).toMatch(/https?:\/\//)
})

test('where mail leaves the server, no super admin reads the link or the code of somebody else', async () => {
  await askForSecrets('smtp')
  for (const template of ['reset-password', 'verification-code']) {
    const { entry, opened } = await shown('smtp', template)
    expect(entry).toMatchObject({ template, isWithheld: true, subject: expect.not.stringMatching(/\d/) })
    expect(opened).toMatchObject({ text: '', html: '', isWithheld: true })
  }
})
