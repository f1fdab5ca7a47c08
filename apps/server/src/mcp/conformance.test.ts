import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type ServerType, serve } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompaniesFixture, openCompaniesFixture } from '../testing/companies-fixture.ts'
import { openConformanceTools } from '../testing/conformance-tools.ts'
import { answerMcp } from './answer-mcp.ts'

/** The conformance suite of the Model Context Protocol against our transport, and against the server of Leads. */

const run = promisify(execFile)
const suite = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)

/** What asks for what no server of ours offers: completions, resources, prompts, questions to the client, sessions. */
const notOffered = [
  'completion-complete',
  'tools-call-sampling',
  'tools-call-elicitation',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  'resources-list',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'resources-subscribe',
  'resources-unsubscribe',
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
  'server-sse-multiple-streams',
]

const servers: ServerType[] = []
let folder: string
let fixture: CompaniesFixture

async function listen(answer: (request: Request) => Promise<Response>): Promise<string> {
  return await new Promise((resolve) => {
    const server = serve({ fetch: answer, hostname: '127.0.0.1', port: 0 }, ({ port }: AddressInfo) =>
      resolve(`http://127.0.0.1:${port}/api/mcp`),
    )
    servers.push(server)
  })
}

/** The names of the scenarios that passed. The suite ends with another status where anything failed unexpectedly. */
async function passed(...options: string[]): Promise<string[]> {
  const said = await run(process.execPath, [suite, 'server', ...options], { cwd: folder }).catch(
    (error: Error & { stdout: string }) => {
      throw new Error(error.stdout.slice(-3000), { cause: error })
    },
  )
  const { stdout } = said
  return [...stdout.matchAll(/^✓ ([\w-]+): [1-9]\d* passed, 0 failed/gm)].map(([, name]) => name ?? '')
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeor-mcp-'))
  fixture = await openCompaniesFixture({ firms: 5 })
})
afterAll(async () => {
  for (const server of servers) server.close()
  await fixture.close()
  await rm(folder, { recursive: true, force: true })
})

const isOwn = (url: string) => ['localhost', '127.0.0.1'].includes(new URL(url).hostname)

test('the transport passes every scenario of what it offers', async () => {
  const url = await listen(async (request) => {
    const origin = request.headers.get('origin')
    if (!isOwn(request.url) || (origin !== null && !isOwn(origin))) return new Response(null, { status: 403 })
    if (request.method !== 'POST') return new Response(null, { status: 405 })
    return await answerMcp(request, await request.json(), openConformanceTools())
  })
  const baseline = join(folder, 'not-offered.yml')
  await writeFile(baseline, `server:\n${notOffered.map((name) => `  - ${name}\n`).join('')}`)
  expect(await passed('--url', url, '--expected-failures', baseline)).toEqual([
    'server-initialize',
    'logging-set-level',
    'ping',
    'tools-list',
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-with-logging',
    'tools-call-error',
    'tools-call-with-progress',
    'dns-rebinding-protection',
  ])
})

test.each(['server-initialize', 'ping', 'tools-list'])('the server of Leads passes %s', async (scenario) => {
  const url = await listen(async (request) => {
    request.headers.set('authorization', `Bearer ${fixture.people.owner.token}`)
    return await fixture.app.fetch(request, { clientAddress: '198.51.100.8', site: 'leads' })
  })
  await expect(passed('--url', url, '--scenario', scenario)).resolves.toBeDefined()
})
