import { errorGroups } from '@freeor/accounts/error-log/tables'
import { reportPageError } from '@freeor/site-frame/errors/report-page-error'
import { requestContext } from '@freeor/site-frame/frame/request-context'
import type { ServerBuild } from 'react-router'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../config.ts'
import { openSite } from '../../http/site-pages.ts'
import { type Listening, listen } from '../../listen.ts'
import { addPeople, type People } from '../../testing/people.ts'
import { openTestSystem, type TestSystem } from '../../testing/test-system.ts'

/** Errors while the server renders a page, over the ports of a server, as the sites' entry module reports them. */

let system: TestSystem
let people: People
let listening: Listening
let thrown: unknown

/** The smallest app that React Router serves: one page, whose loader throws. It has the sites' entry module. */
const build = {
  entry: {
    module: {
      default: async () => new Response('Something went wrong :(', { status: 500 }),
      handleError: reportPageError,
      requestContext,
    },
  },
  routes: {
    root: {
      id: 'root',
      path: '/*',
      module: {
        default: () => null,
        loader: () => {
          throw thrown
        },
      },
    },
  },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
  basename: '/',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
} as unknown as ServerBuild

beforeAll(async () => {
  system = await openTestSystem()
  people = await addPeople(system.deps, system.call)
  const site = openSite({ load: async () => build, clientDir: system.deps.dataDir, mode: 'production' })
  const app = system.appWith({}, site)
  const ports = readConfig({ LEADS_PORT: '0', COURSES_PORT: '0' })
  listening = await listen(ports, (request, bindings) => app.fetch(request, bindings))
})
afterAll(async () => {
  await listening.close(0)
  await system.close()
})
beforeEach(async () => {
  await system.deps.db.delete(errorGroups)
})

const kept = async () => await system.deps.db.select().from(errorGroups)

/** Gives the id of the request. */
async function visit(url: string, headers: Record<string, string> = {}): Promise<string | null> {
  const answer = await fetch(url, { headers: { 'user-agent': 'A browser', ...headers } })
  expect(answer.status).toBe(500)
  await answer.text()
  return answer.headers.get('x-request-id')
}

const secret = 'Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZkdISUo'

test.each(['leads', 'courses'] as const)(
  'an error in a page of %s is kept with its path, and nothing of the query anywhere',
  async (site) => {
    thrown = new TypeError(`no answer from /api/search?q=plumbers&token=${secret}`)
    const requestId = await visit(`${listening.addresses.of(site)}/reset_password?token=${secret}&q=plumbers`)
    const [group] = await vi.waitFor(
      async () => {
        const groups = await kept()
        expect(groups).toHaveLength(1)
        return groups
      },
      { timeout: 60_000 },
    )
    expect(group).toMatchObject({
      type: 'rendering',
      sample: {
        error: expect.stringContaining('TypeError: no answer from /api/search'),
        location: '/reset_password',
        device: 'A browser',
        // The one that the visitor can quote, not that of the report.
        requestId,
        site,
        uid: null,
        email: null,
      },
    })
    for (const word of [secret, 'plumbers']) expect(JSON.stringify(group)).not.toContain(word)
  },
)

test.each([
  ['/settings/people.data?q=plumbers', '/settings/people'],
  ['/_root.data', '/'],
])('an error in the data of a page, %s, is kept with the path of the page', async (asked, location) => {
  thrown = new Error('no data')
  await visit(new URL(asked, listening.addresses.of('leads')).href)
  await vi.waitFor(async () => expect(await kept()).toMatchObject([{ sample: { location } }]), {
    timeout: 60_000,
  })
})

test('the error names the user it happened to when they are logged in', async () => {
  thrown = new Error('a page of somebody')
  const { cookie, userId: uid, email } = people.member
  await visit(`${listening.addresses.of('leads')}/search?q=plumbers`, { cookie })
  await vi.waitFor(
    async () => expect(await kept()).toMatchObject([{ sample: { uid, email, id: people.owner.userId } }]),
    { timeout: 60_000 },
  )
})

test('a refusal that has a screen of its own is not kept as an error', async () => {
  thrown = new Response('Not found', { status: 404 })
  expect((await fetch(`${listening.addresses.of('leads')}/nowhere`)).status).not.toBe(200)
  thrown = new Error('the one after it')
  await visit(`${listening.addresses.of('leads')}/search`)
  await vi.waitFor(async () => expect(await kept()).toHaveLength(1), { timeout: 60_000 })
  expect(await kept()).toMatchObject([{ sample: { error: 'Error: the one after it' } }])
})
