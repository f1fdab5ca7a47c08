import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import type { Config } from './config.ts'
import { linesTo, linesToFile } from './log-lines.ts'
import { logOptions } from './logged-values.ts'

const KEPT_BYTES = 50 * 1024 * 1024
const STANDARD_OUTPUT = 1

/**
 * Structured logs, one JSON object a line: into `logs/server.log` of the data folder, or to the standard output
 * where something else keeps them. A file that has grown large becomes `server.log.1`. Logging never fails anything.
 */
export function openLog(config: Config): Logger {
  const options = { ...logOptions, level: config.logLevel }
  if (config.logTo === 'stdout') return pino(options, linesTo(STANDARD_OUTPUT))
  const folder = join(config.dataDir, 'logs')
  mkdirSync(folder, { recursive: true })
  return pino(options, linesToFile({ path: join(folder, 'server.log'), mostBytes: KEPT_BYTES }))
}
