import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { descendants } from '../memory.ts'
import { note } from '../table.ts'
import { makeCustomers } from './customers.ts'
import { openVisitor, readJson, type Visitor } from './http.ts'

const root = resolve(import.meta.dirname, '..', '..', '..')
const program = 'apps/server/build/main.mjs'

const sampleLogins = z.array(
  z.object({ site: z.string(), role: z.string(), email: z.string(), password: z.string() }),
)
export type SampleLogin = z.infer<typeof sampleLogins>[number]

/** A user with an account, at the browser in which they signed in. */
export type Person = Visitor & { readonly email: string; readonly password: string }

export type ProductionServer = {
  readonly leadsUrl: string
  readonly coursesUrl: string
  /** Where a thread of its own answers the health call. */
  readonly healthUrl: string
  readonly logins: readonly SampleLogin[]
  readonly dataDir: string
  /** Process ids: the server's own and the search engine's. */
  processes(): { server: number; engine: number }
  /** Where the server can be looked into, once it is asked by a signal. */
  readonly inspectPort: number
  /** Runs `freeor` on the same data folder and gives what it prints. */
  freeor(args: readonly string[], onStart: (pid: number) => void): Promise<string>
  signIn(login: SampleLogin): Promise<Visitor>
  /** Signs people up for the leads site, each with a company of their own on the largest plan, and signs them in. */
  newPeople(count: number): Promise<Person[]>
  stop(): Promise<void>
  /** Ends the server by a signal and waits until it is gone. The folder stays. */
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

export type StartOptions = {
  /** Of an earlier server that was killed; an empty one unless told. */
  readonly dataDir?: string
  /** Of the environment, such as `SITES`. */
  readonly variables?: Readonly<Record<string, string>>
}

/** The production server as `npm start` runs it, on an empty data folder unless told; `stop` deletes the folder. */
export async function startProductionServer(options: StartOptions = {}): Promise<ProductionServer> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'freeor-bench-')))
  const [inspectPort, healthPort] = [await freePort(), await freePort()]
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    FREEOR_DATA: dataDir,
    LEADS_PORT: '0',
    COURSES_PORT: '0',
    HEALTH_PORT: String(healthPort),
    // An answer that the server has cached must not be timed.
    SEARCH_ANSWERS: '0',
    TRUSTED_PROXIES: '127.0.0.1,::1,::ffff:127.0.0.1',
    ...options.variables,
  }
  const child = spawn(process.execPath, [`--inspect-port=127.0.0.1:${inspectPort}`, program, 'serve'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((done) => void child.once('exit', () => done()))
  const output = await waitForReady(child.stdout, ended).catch(async (error: unknown) => {
    await rm(dataDir, { recursive: true, force: true })
    throw error
  })
  const address = (name: string) => output.match(new RegExp(`${name}\\s+(http://\\S+)`))?.[1] ?? ''
  const leadsUrl = address('Leads')
  const kill = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    await ended
  }
  return {
    leadsUrl,
    healthUrl: `http://127.0.0.1:${healthPort}`,
    coursesUrl: address('Courses'),
    dataDir,
    inspectPort,
    logins: sampleLogins.parse(JSON.parse(await readFile(join(dataDir, 'sample-logins.json'), 'utf8'))),
    processes: () => ({ server: child.pid ?? 0, engine: enginePid(child.pid ?? 0) }),
    freeor: async (args, onStart) => {
      const running = promisify(execFile)(process.execPath, [program, ...args], { cwd: root, env })
      onStart(running.child.pid ?? 0)
      return (await running).stdout
    },
    signIn: async (login) => await signIn(login.site === 'courses' ? address('Courses') : leadsUrl, login),
    newPeople: async (count) => {
      const people: Person[] = []
      for (let i = 0; i < count; i++) people.push(await signUp(leadsUrl))
      await makeCustomers(
        dataDir,
        people.map(({ email }) => email),
      )
      return people
    },
    stop: async () => {
      await kill('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
    kill,
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

function enginePid(server: number): number {
  const found = descendants(server).find(({ command }) => command.includes('clickhouse'))
  if (found === undefined) throw new Error('The search engine runs in no process of the server')
  return found.pid
}

async function waitForReady(stdout: NodeJS.ReadableStream, ended: Promise<void>): Promise<string> {
  let output = ''
  const ready = new Promise<string>((done) => {
    stdout.on('data', (chunk) => {
      output += String(chunk)
      if (output.includes('Ready.')) done(output)
    })
  })
  const failed = ended.then(() => {
    throw new Error(`The server stopped before it was ready:\n${output}`)
  })
  return await Promise.race([ready, failed])
}

async function signUp(url: string): Promise<Person> {
  const stranger = openVisitor(url)
  const email = `${randomUUID()}@people.example`
  const password = randomUUID()
  readJson(await stranger.send('POST', '/api/auth/sign-up/email', { email, password, name: 'Person' }))
  stranger.close()
  return { ...(await signIn(url, { email, password })), email, password }
}

async function signIn(
  url: string,
  { email, password }: Pick<SampleLogin, 'email' | 'password'>,
): Promise<Visitor> {
  const stranger = openVisitor(url)
  const reply = await stranger.send('POST', '/api/auth/sign-in/email', { email, password })
  stranger.close()
  readJson(reply)
  const cookies = [reply.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0])
  if (cookies.length === 0) note(`No cookie came with the sign-in of ${email}`)
  return openVisitor(url, cookies.join('; '))
}
