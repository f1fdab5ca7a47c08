import { newId } from '@freeor/kernel/ids'
import type { FileStore } from '@freeor/storage/ports'
import { openS3Store } from '@freeor/storage/s3'
import { openTestBucket, type TestBucket } from '@freeor/storage/testing'
import { startTestOlap, type TestOlap } from '@freeor/testing/olap'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { runHere } from './command-here.ts'
import { signInSample } from './server-client.ts'
import { examine, newDataFolder, type ServerProcess, startServerProcess } from './server-process.ts'

/** Two server processes with a data folder each, on one PostgreSQL, one ClickHouse and one S3. */
export type TwoServers = {
  readonly database: TestDatabase
  /** The files of both. */
  readonly files: FileStore
  readonly servers: readonly [OneServer, OneServer]
  /** What `doctor` finds. */
  violations(): Promise<readonly unknown[]>
  close(): Promise<void>
}

export type OneServer = {
  readonly dataDir: string
  readonly url: string
  /** Of some sample logins, by role; each is good at both. */
  readonly tokens: Readonly<Record<string, string>>
  kill(): Promise<void>
  start(): Promise<void>
}

export async function startTwoServers(): Promise<TwoServers> {
  const [database, engine, s3] = await Promise.all([testDatabase(), startTestOlap(), openTestBucket()])
  const variables = variablesOf(database, engine, s3)
  const tokens: Record<string, string> = {}
  const [one, other] = await Promise.all([addServer(variables, tokens), addServer(variables, tokens)])
  // Commands have a data folder of their own.
  const commands = await newDataFolder()
  const owner = 'owner@example.com'
  await runHere(commands.dataDir, 'plan', ['set', owner, 'freeor_biz', '--reason', 'a test'], variables)
  await runHere(commands.dataDir, 'grant', [owner, '1000', '--reason', 'a test'], variables)
  for (const role of ['super_admin', 'owner']) tokens[role] = await signInSample(one, role)
  return {
    ...{ database, files: openS3Store(s3.url), servers: [one, other] },
    violations: async () => (await examine(commands.dataDir, variables)).invariants.filter(({ ok }) => !ok),
    async close() {
      await Promise.all([one.end(), other.end()])
      await commands.remove()
      await s3.close()
      await engine.close()
      await database.close()
    },
  }
}

const variablesOf = (database: TestDatabase, { olap }: TestOlap, s3: TestBucket) => ({
  DATABASE_URL: database.url,
  CLICKHOUSE_URL: olap.url,
  S3_URL: s3.url,
  AUTH_SECRET: newId('req').repeat(2),
})

async function addServer(
  variables: Readonly<Record<string, string>>,
  tokens: Readonly<Record<string, string>>,
): Promise<OneServer & { end(): Promise<void> }> {
  const { dataDir, remove } = await newDataFolder()
  let process: ServerProcess | undefined
  const kill = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const running = process
    process = undefined
    await running?.kill(signal)
  }
  const server = {
    dataDir,
    tokens,
    get url() {
      if (!process) throw new Error('This server was killed')
      return process.url
    },
    kill: async () => await kill('SIGKILL'),
    async start() {
      process = await startServerProcess(dataDir, '', variables)
    },
    async end() {
      await kill('SIGTERM')
      await remove()
    },
  }
  await server.start()
  return server
}
