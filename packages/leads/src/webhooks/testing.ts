import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Server as SocketServer } from 'node:net'
import type { Acting } from '@freeor/accounts/companies/commands'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Database } from '@freeor/postgres/database'
import { type FakeClock, fakeClock } from '@freeor/testing/clock'
import { testDatabase } from '@freeor/testing/postgres'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { newCompany } from '../downloads/testing.ts'
import { publicNetwork } from './adapters/post-event.ts'
import { addWebhook } from './commands.ts'
import { deliverDueEvents } from './deliveries/commands.ts'
import { tellWebhooks } from './events/commands.ts'
import { checkWebhooks } from './health/queries.ts'
import type { WebhookDeps, WebhookNetwork, WebhookNews } from './ports.ts'
import { listDeliveries } from './queries.ts'
import { webhookEndpoints } from './tables.ts'

/** Loopback alone: what tests listen on. */
export const local: WebhookNetwork = {
  refuseUrl: () => undefined,
  resolve: publicNetwork.resolve,
  isAllowed: (address) => address === '127.0.0.1' || address === '::1',
  // A slow machine is no endpoint that hangs: a test of those has a limit of its own.
  attemptMs: 60_000,
}

const actingFor = (scope: CompanyScope): Acting => ({
  scope,
  actor: {
    ...{ kind: 'user', userId: scope.userId, email: 'ada@example.com', name: 'Ada' },
    ...{ emailVerified: true, superAdmin: false, sessionId: 'ses_1' },
  },
  caller: { address: '127.0.0.1', origin: 'http://localhost' },
})

export type Received = { headers: Record<string, string>; body: string }

type Closable = { close(): unknown; closeAllConnections?(): void }

/** Each test has a company of its own, and real servers of this process. Nothing is left broken after one. */
export function openWebhookFixture() {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let clock: FakeClock
  let acting: Acting
  let told: WebhookNews[]
  let servers: Closable[] = []
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(async () => await database.close())
  beforeEach(async () => {
    clock = fakeClock(new Date().toISOString())
    told = []
    acting = actingFor(await newCompany(database.db, { now: clock.now() }))
  })
  afterEach(async () => {
    expect(await checkWebhooks(database.db)).toEqual([])
    await database.db.delete(webhookEndpoints)
    for (const server of servers) {
      server.closeAllConnections?.()
      server.close()
    }
    servers = []
  })
  const current = (): { db: Database; clock: FakeClock; acting: Acting; told: WebhookNews[] } => ({
    db: database.db,
    clock,
    acting,
    told,
  })
  const deps = (network: WebhookNetwork = local): WebhookDeps => ({
    ...{ db: database.db, clock, secret: 'a secret of the server', network },
    mailOwner: async (_tx, news) => void told.push(news),
  })
  /** Gives the server's address. */
  async function listening(server: Server | SocketServer, scheme = 'http'): Promise<string> {
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const at = server.address()
    return `${scheme}://localhost:${typeof at === 'object' ? at?.port : ''}/hook`
  }
  /** A server that keeps what it gets. */
  async function receive(answer: (response: ServerResponse) => void) {
    const got: Received[] = []
    const server = createServer((request, response) => {
      void readText(request).then((body) => {
        got.push({ headers: request.headers as Record<string, string>, body })
        answer(response)
      })
    })
    return { got, url: await listening(server) }
  }
  return {
    ...{ current, deps, listening, receive },
    answering: (status: number, headers: Record<string, string> = {}) =>
      receive((response) => response.writeHead(status, headers).end('thanks')),
    add: async (url: string) => await addWebhook(deps(), acting, { url, events: ['download.failed'] }),
    send: async () => await deliverDueEvents(deps()),
    log: async (endpointId: string, after?: string) =>
      await listDeliveries(database.db, acting.scope, { endpointId, after }),
    /** A download of the company has failed. */
    async tell(reason = 'The file could not be written', companyId = acting.scope.companyId) {
      const data = { downloadId: 'dl_1', dictId: 'firms', searchName: 'Texans', reason }
      const event = { type: 'download.failed', data } as const
      await database.db.transaction(async (tx) => {
        await tellWebhooks(tx, { companyId, event, now: clock.now() })
      })
    },
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** Of nobody but itself, for `localhost`: a certificate and its key, for tests alone. */
export const ownCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUatsHM7OfGuaB9yHDJnpk+aNjypAwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzA1MTUyNFoYDzIxMjYxMDMw
MDUxNTI0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAR3FBk60eTpYs+1rUVMYB5UiKp2D1YgYWuhVSfUhLBje7EUQkjCzTtb
1cxEsMpMq0+xCLJJTeZkccgL8lfKoCHXo2kwZzAdBgNVHQ4EFgQUHRPqXyfmyNZm
N5KLjbi7DB6sT/QwHwYDVR0jBBgwFoAUHRPqXyfmyNZmN5KLjbi7DB6sT/QwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SQAwRgIhAPGeyX/VRVBt94ARAPfvQdgdg3Q1qAif6tVDlvuJIxOnAiEAwBriju8X
AHvG7bn2YM+ut5F6xTchOOVRokg9gBTkuE4=
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgGlg24OyANvmlrAgX
utxzElUK5Gzsj5TSrHin2QvHyp2hRANCAAR3FBk60eTpYs+1rUVMYB5UiKp2D1Yg
YWuhVSfUhLBje7EUQkjCzTtb1cxEsMpMq0+xCLJJTeZkccgL8lfKoCHX
-----END PRIVATE KEY-----
`,
} as const
