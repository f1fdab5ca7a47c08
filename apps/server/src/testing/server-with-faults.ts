import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { startServer } from '../server.ts'

/**
 * Entry of a server process that dies, as by `kill -9`, at the point named in the file `die-at` of its data folder.
 * Everything else is the server that production runs; the hook is this file's alone.
 *
 *   node server-with-faults.ts DATA_FOLDER
 */
const [dataDir = ''] = process.argv.slice(2)
const config = readConfig({ FREEOR_DATA: dataDir, LEADS_PORT: '0', COURSES_PORT: '0', SAMPLE_DATA: 'false' })
const armed = join(config.dataDir, 'die-at')

function faults(point: string): void {
  if (existsSync(armed) && readFileSync(armed, 'utf8') === point) process.kill(process.pid, 'SIGKILL')
}

const server = await startServer(config, { isDevelopment: false, say: () => undefined, faults })
process.stdout.write(`${server.leadsUrl}\n`)
process.once('SIGTERM', () => void server.stop(5000).then(() => process.exit(0)))
