import { mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import type { Config } from './config.ts'

const KEPT_BYTES = 50 * 1024 * 1024

/**
 * Structured logs, one JSON object a line: into `logs/server.log` of the data folder, or to the standard output
 * where something else keeps them. At a start a large file becomes `server.log.1`.
 */
export function openLog(config: Config): Logger {
  const options = {
    level: config.logLevel,
    base: null,
    redact: ['req.headers.cookie', 'req.headers.authorization'],
  }
  if (config.logTo === 'stdout') return pino(options)
  const folder = join(config.dataDir, 'logs')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'server.log')
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > KEPT_BYTES) renameSync(file, `${file}.1`)
  return pino(options, pino.destination({ dest: file, sync: true }))
}
