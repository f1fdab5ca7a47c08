import { inspect } from 'node:util'
import type { Config } from '../config.ts'
import { type EngineLog, type Engines, joinEngines, requireInstallation } from '../engines.ts'
import { isFailureOfTheMachine } from './command.ts'

const LINES_KEPT = 20

/** `mayBeNew`: where nothing is yet, a new installation is made. */
export type Wanted = { readonly mayBeNew?: boolean }

/**
 * Runs a command on the engines of this installation, joined where a server runs, and closes them. When the machine
 * failed, the engines' last log lines go to standard error: nobody else has them.
 * @throws AppError not_found on a folder without an installation
 */
export async function withEngines(
  config: Config,
  work: (engines: Engines) => Promise<number>,
  { mayBeNew = false }: Wanted = {},
): Promise<number> {
  if (!mayBeNew) await requireInstallation(config)
  const lines: string[] = []
  const log: EngineLog = (message, fields) => {
    lines.push(fields === undefined ? message : `${message} ${inspect(fields, { breakLength: Infinity })}`)
    if (lines.length > LINES_KEPT) lines.shift()
  }
  const engines = await joinEngines(config, log)
  try {
    return await work(engines)
  } catch (error) {
    if (isFailureOfTheMachine(error)) process.stderr.write(lines.map((line) => `${line}\n`).join(''))
    throw error
  } finally {
    await engines.close()
  }
}
