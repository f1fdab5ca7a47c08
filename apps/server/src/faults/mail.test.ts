import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startTestMailServer, type TestMailServer } from '@freeor/messaging/testing'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { clientOf, signInSample } from '../testing/server-client.ts'
import {
  coursesAlone,
  examine,
  type ServerProcess,
  startedDataFolder,
  startServerProcess,
} from '../testing/server-process.ts'

/** A server process is killed between the mail server's acceptance and our record of it; then it is started again. */

let dataDir: string
let remove: () => Promise<void>
let mailServer: TestMailServer
let server: ServerProcess
let superAdmin: string
let people = 0

beforeAll(async () => {
  ;({ dataDir, remove } = await startedDataFolder())
  mailServer = await startTestMailServer()
  server = await startServerProcess(dataDir, mailServer.url, coursesAlone)
  superAdmin = await signInSample({ url: server.url, dataDir }, 'super_admin')
})

afterAll(async () => {
  await server.kill('SIGTERM')
  await mailServer.close()
  await remove()
})

/** Somebody who signs up a second time and is told so by mail, which a job sends. */
async function askForMail(): Promise<string> {
  const email = `reader-${++people}@people.example`
  const body = { email, password: `a horse of reader ${people}` }
  const signUp = async () => await clientOf(server.url).call('POST', '/api/auth/sign-up/email', { body })
  const made = await signUp()
  expect(made.status, made.text).toBe(200)
  // The process may be gone before it answers.
  await signUp().catch(() => undefined)
  return email
}

const copiesFor = (email: string) => mailServer.received.filter(({ to }) => to.includes(email)).length

async function statesFor(email: string): Promise<string[]> {
  const { body } = await clientOf(server.url, superAdmin).call('GET', '/api/mail-outbox?limit=200')
  return body.mails.filter(({ to }) => to === email).map(({ state }) => state)
}

const rounds = Array.from({ length: inject('faultRounds') }, (_, round) => round)

test.each(rounds)(
  'a mail that was accepted when the server was killed is sent once more at most, soon, and others once (round %i)',
  async () => {
    await writeFile(join(dataDir, 'die-at'), 'mail-accepted')
    const unlucky = await askForMail()
    await server.ended
    expect(copiesFor(unlucky)).toBe(1)
    await rm(join(dataDir, 'die-at'))
    server = await startServerProcess(dataDir, mailServer.url, coursesAlone)
    const lucky = await askForMail()
    await vi.waitFor(async () => expect(await statesFor(unlucky)).toEqual(['sent']), {
      timeout: 60_000,
      interval: 100,
    })
    await vi.waitFor(async () => expect(await statesFor(lucky)).toEqual(['sent']), { timeout: 60_000 })
    expect(copiesFor(unlucky)).toBe(2)
    expect(copiesFor(lucky)).toBe(1)
    expect((await examine(dataDir, coursesAlone)).invariants.filter(({ ok }) => !ok)).toEqual([])
  },
)
