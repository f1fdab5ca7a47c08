import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readConfig } from '../config.ts'
import { startServer } from '../server.ts'

/**
 * Entry of a server process that dies, as by `kill -9`, at the point named in the file `die-at` of its data folder, or
 * waits at the one named in `wait-at` for as long as the file is there. Everything else is the server that production
 * runs; the hook is this file's alone.
 *
 *   node server-with-faults.ts DATA_FOLDER [SMTP_URL] [VARIABLES_AS_JSON]
 */
const [dataDir = '', smtpUrl, variables = '{}'] = process.argv.slice(2)
const config = readConfig({
  FREEOR_DATA: dataDir,
  LEADS_PORT: '0',
  COURSES_PORT: '0',
  SAMPLE_DATA: 'false',
  SMTP_URL: smtpUrl,
  ...(JSON.parse(variables) as Record<string, string>),
})

function isNamed(file: 'die-at' | 'wait-at', point: string): boolean {
  try {
    return readFileSync(join(config.dataDir, file), 'utf8') === point
  } catch {
    // It is not there. A look first would fail when it is removed between the two.
    return false
  }
}

async function faults(point: string): Promise<void> {
  if (isNamed('die-at', point)) process.kill(process.pid, 'SIGKILL')
  while (isNamed('wait-at', point)) await delay(20)
}

const server = await startServer(config, { isDevelopment: false, say: () => undefined, faults })
process.once('SIGTERM', () => void server.stop(5000).then(() => process.exit(0)))
process.stdout.write(`${server.addresses.of('leads')}\n`)
