import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { systemClock } from '@freeor/kernel/clock'
import { type Database, openDatabase } from '@freeor/postgres/database'
import { patient } from '@freeor/testing/olap'
import { vi } from 'vitest'
import { findAnnouncement } from '../announcement.ts'
import { openFiles } from '../compose.ts'
import { readConfig } from '../config.ts'
import { checkInvariants, type DoctorReport } from '../doctor.ts'
import { joinEngines } from '../engines.ts'
import { loadPlans, openProvider } from '../open-billing.ts'
import { loadSites } from '../sites/site-modules.ts'
import { firstDataFolder, programArguments } from './bundled-programs.ts'

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

export type ServerProcess = {
  readonly pid: number
  readonly url: string
  /** Fulfils when the process is gone. */
  readonly ended: Promise<unknown>
  kill(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<void>
}

export type Ended = { code: number | null; stdout: string; stderr: string; seconds: number }

/** An empty data folder, and its removal. */
export async function newDataFolder(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'freeor-faults-'))
  return { dataDir, remove: async () => await rm(dataDir, { recursive: true, force: true, maxRetries: 5 }) }
}

/**
 * A data folder whose first start is over: a copy, since a first start costs two more seconds of processor time. The
 * copies have the same secrets and sample logins.
 */
export async function startedDataFolder(): ReturnType<typeof newDataFolder> {
  const folder = await newDataFolder()
  await promisify(execFile)('cp', ['-a', `${await firstDataFolder()}/.`, folder.dataDir])
  return folder
}

/** Of the environment. */
type Variables = Readonly<Record<string, string>>

/** For a server that needs nothing of Leads: its search engine takes half of the time of a start. */
export const coursesAlone: Variables = { SITES: 'courses' }

/** Starts a whole server on the folder, whose faults can be armed, and waits until it serves. */
export async function startServerProcess(
  dataDir: string,
  smtpUrl = '',
  variables: Variables = {},
): Promise<ServerProcess> {
  const program = await programArguments('server-with-faults')
  const args = [...program, dataDir, smtpUrl, JSON.stringify(variables)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  return await watchStart(child, /^(http:\S+)$/m).ready
}

export type Starting = {
  readonly pid: number
  /** Fulfils once the standard output says so. */
  said(what: RegExp): Promise<RegExpExecArray>
  /** The server once it serves. @throws when it ended before */
  readonly ready: Promise<ServerProcess>
}

type Serving = {
  sampleData: boolean
  isDevelopment?: boolean
  /** Unbundled, so that each module that is loaded can be seen; always so in development. */
  fromSources?: boolean
  variables?: readonly string[]
}

/** `freeor serve` on the folder, as `npm start` or `npm run dev` does it. */
export async function serve(
  dataDir: string,
  { sampleData, isDevelopment = false, fromSources = isDevelopment, variables = [] }: Serving,
): Promise<Starting> {
  const program = fromSources ? [path('../main.ts')] : await programArguments('main')
  const child = spawn('env', [
    ...variablesOf(dataDir, sampleData),
    ...(isDevelopment ? ['NODE_ENV=development'] : []),
    ...variables,
    process.execPath,
    ...program,
    'serve',
    ...(isDevelopment ? ['--dev'] : []),
  ])
  return watchStart(child, /^(?:Leads|Courses) +(http:\S+)[\s\S]*^Ready/m)
}

const variablesOf = (dataDir: string, sampleData: boolean) => [
  `FREEOR_DATA=${dataDir}`,
  'LEADS_PORT=0',
  'COURSES_PORT=0',
  `SAMPLE_DATA=${sampleData}`,
]

function watchStart(child: ChildProcess, address: RegExp): Starting {
  const ended = once(child, 'exit')
  const [output, errors] = [collect(child, 'stdout'), collect(child, 'stderr')]
  const said = (what: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = what.exec(output())
        if (found) resolve(found)
      }
      child.stdout?.on('data', look)
      look()
      ended.then(() => reject(new Error(`The server did not start: ${errors()}`)), reject)
    })
  const pid = child.pid ?? 0
  const kill = async (signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT') => {
    child.kill(signal)
    await ended
  }
  return { pid, said, ready: said(address).then(([, url = '']) => ({ pid, url, ended, kill })) }
}

/** Runs a command of `freeor` on the folder, as a person would, and tells how it ended. */
export const runFreeor = async (dataDir: string, ...args: string[]): Promise<Ended> =>
  await runFreeorWith([], dataDir, args)

/** As `runFreeor`, with variables of the environment, each as `NAME=value`. */
export async function runFreeorWith(
  variables: readonly string[],
  dataDir: string,
  args: readonly string[],
): Promise<Ended> {
  const started = performance.now()
  const environment = [...variablesOf(dataDir, false), ...variables]
  const program = await programArguments('main')
  const child = spawn('env', [...environment, process.execPath, ...program, ...args])
  const [stdout, stderr] = [collect(child, 'stdout'), collect(child, 'stderr')]
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout: stdout(), stderr: stderr(), seconds: (performance.now() - started) / 1000 }
}

function collect(child: ChildProcess, name: 'stdout' | 'stderr'): () => string {
  let text = ''
  child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return () => text
}

/** The processes a process started: the engines of a server. */
export async function findChild(pid: number, command: RegExp): Promise<number> {
  return await vi.waitFor(
    async () => {
      const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')
      for (const child of children)
        if (command.test(await readFile(`/proc/${child}/cmdline`, 'utf8'))) return Number(child)
      throw new Error(`No child of ${pid} is ${command}`)
    },
    { timeout: 60_000 },
  )
}

/** What a server on the folder logged last, to say why a test failed. */
export const readLogEnd = async (dataDir: string): Promise<string> =>
  (await readFile(join(dataDir, 'logs', 'server.log'), 'utf8')).split('\n').slice(-60).join('\n')

/** Works with the database of the server that runs on the folder, and leaves its search engine alone. */
export async function withDatabaseOf<Value>(
  dataDir: string,
  work: (db: Database) => Promise<Value>,
): Promise<Value> {
  const announced = await findAnnouncement(dataDir)
  if (announced === undefined) throw new Error(`No server has announced its engines in ${dataDir}`)
  const { db, close } = openDatabase(announced.databaseUrl)
  try {
    return await work(db)
  } finally {
    await close()
  }
}

/** What `freeor doctor` says of the folder, asked while the server runs. */
export async function examine(dataDir: string, variables: Variables = {}): Promise<DoctorReport> {
  const config = readConfig({ FREEOR_DATA: dataDir, ...variables })
  const engines = await joinEngines(config, () => undefined)
  try {
    const { database } = engines
    const olap = engines.olap && patient(engines.olap)
    const { db } = database
    await loadPlans(config)
    const billing = await openProvider(config, { db, clock: systemClock })
    const sites = await loadSites(config.sites)
    return await checkInvariants({ db, olap, files: openFiles(config), clock: systemClock, billing, sites })
  } finally {
    await engines.close()
  }
}

/** Whether the process runs; one that ended and waits for its parent does not. */
export function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
