import { emails } from '@freeor/leads/emails/tables'
import { mailOutbox } from '@freeor/messaging/tables'
import { startTestMailServer, type TestMailServer } from '@freeor/messaging/testing'
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'
import { type CompaniesFixture, openCompaniesFixture } from './companies-fixture.ts'
import { message } from './emails.ts'
import type { Person } from './people.ts'

const patience = { timeout: 60_000, interval: 50 }

/** A system whose mail goes to a real server, which each test may tell what to refuse. Each test has its own day. */
export function openEmailFixture() {
  let server: TestMailServer
  let fixture: CompaniesFixture
  beforeAll(async () => {
    server = await startTestMailServer()
    fixture = await openCompaniesFixture({ firms: 40, smtpUrl: server.url })
  })
  afterAll(async () => {
    await fixture.close()
    await server.close()
  })
  beforeEach(async () => {
    server.judge(() => undefined)
    server.received.length = 0
    await fixture.deps.db.delete(emails)
    await fixture.deps.db.delete(mailOutbox)
  })
  const read = async (as: Person, id: string) => (await fixture.call('GET', `/api/email/${id}`, { as })).body
  return {
    current: () => ({ server, fixture }),
    send: async (as: Person, more: object = {}, headers: Record<string, string> = {}) =>
      await fixture.call('POST', '/api/email', { as, body: message(more), headers }),
    read,
    /** The states of the recipients once none waits for its first attempt. */
    settled: async (as: Person, id: string) =>
      await vi.waitFor(async () => {
        const { recipients } = await read(as, id)
        expect(recipients.filter(({ state, reason }) => state === 'queued' && reason === null)).toEqual([])
        return recipients.map(({ email, state }) => [email, state])
      }, patience),
    retry: async (as: Person, id: string, email: string) =>
      await fixture.call('POST', `/api/email/${id}/retry`, { as, body: { email } }),
  }
}

/** What a mail program reads of quoted-printable text. */
export const decoded = (raw: string) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')

/** The header of a mail, each field on one line. */
export const headOf = (raw: string) => (raw.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n\s+/g, ' ')
