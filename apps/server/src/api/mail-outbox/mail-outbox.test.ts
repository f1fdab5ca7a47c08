import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse } from '../../testing/house.ts'
import { addPeople, type People } from '../../testing/people.ts'

/** Nobody listens there: what is written waits in the outbox. */
const smtpUrl = 'smtp://127.0.0.1:9'
const houses: { folder?: House; smtp?: House } = {}
const people: { folder?: People; smtp?: People } = {}

beforeAll(async () => {
  houses.folder = await openHouse()
  houses.smtp = await openHouse({ smtpUrl })
  for (const kind of ['folder', 'smtp'] as const) {
    const house = houses[kind] as House
    people[kind] = await addPeople(house.deps, house.call)
  }
})

afterAll(async () => {
  await houses.folder?.close()
  await houses.smtp?.close()
})

type Shown = {
  id: string
  template: string
  subject: string
  text: string
  html: string
  isWithheld: boolean
}

/** The newest mail of a template as the super admin's pages get it: in the list, and opened. */
async function shown(kind: 'folder' | 'smtp', template: string) {
  const [house, { superAdmin: as }] = [houses[kind] as House, people[kind] as People]
  const list = await house.call<{ mails: Shown[] }>('GET', '/api/mail-outbox', { as })
  const entry = list.body.mails.find((mail) => mail.template === template)
  const { body } = await house.call<Shown>('GET', `/api/mail-outbox/${entry?.id}`, { as })
  return { entry, opened: body }
}

async function askForSecrets(kind: 'folder' | 'smtp'): Promise<void> {
  const [house, { owner }] = [houses[kind] as House, people[kind] as People]
  await house.call('POST', '/api/auth/request-password-reset', { body: { email: owner.email } })
  const body = { email_to: owner.email }
  const started = await house.call('POST', '/api/start_verification', { as: owner, body })
  expect(started.status, started.text).toBeLessThan(300)
}

test('in a folder every mail is shown whole: nobody else could read it', async () => {
  await askForSecrets('folder')
  const { entry, opened } = await shown('folder', 'reset-password')
  expect(entry?.isWithheld).toBe(false)
  expect(opened.text).toMatch(/https?:\/\//)
})

test('where mail leaves the house, no operator reads the link or the code of somebody else', async () => {
  await askForSecrets('smtp')
  for (const template of ['reset-password', 'verification-code']) {
    const { entry, opened } = await shown('smtp', template)
    expect(entry).toMatchObject({ template, isWithheld: true, subject: expect.not.stringMatching(/\d/) })
    expect(opened).toMatchObject({ text: '', html: '', isWithheld: true })
  }
})
