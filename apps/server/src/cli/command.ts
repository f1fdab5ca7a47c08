import { inspect, type ParseArgsConfig, parseArgs } from 'node:util'
import { AppError } from '@freeor/kernel/errors'
import type { Config } from '../config.ts'
import { failureOfFile, failureOfNetwork } from '../plain-failures.ts'

/** A command of `freeor`. `run` gives the exit code: 0 done, 1 failed, 2 wrong use. */
export type Command = {
  run(args: string[], readConfig: () => Config): Promise<number>
}

export class UsageError extends Error {}

/** A failure that the person did not cause: an engine that is gone, a bug. */
export const isFailureOfTheMachine = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'internal' || error.code === 'unavailable')

/**
 * Parses options; prints `usage` for `--help`, and for a mistake with exit code 2. What a rule refuses is said on one
 * line, with exit code 1, and so is a file of these arguments that cannot be used; a failure of the machine is followed
 * by its cause.
 */
export async function withOptions<O extends NonNullable<ParseArgsConfig['options']>>(
  settings: { args: string[]; options: O; usage: string },
  work: (values: Record<string, string | boolean | undefined>, positionals: string[]) => Promise<number>,
): Promise<number> {
  const { args, options, usage } = settings
  const named: string[] = []
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    })
    const given = values as Record<string, string | boolean | undefined>
    if (given.help) {
      process.stdout.write(usage)
      return 0
    }
    named.push(...positionals, ...Object.values(given).filter((value) => typeof value === 'string'))
    return await work(given, positionals)
  } catch (error) {
    const isMistake = error instanceof UsageError || (error instanceof TypeError && 'code' in error)
    const sentence = error instanceof AppError ? sentenceOf(error) : failureOfFile(error, named)
    if (sentence === undefined && !isMistake) throw error
    process.stderr.write(sentence === undefined ? `${(error as Error).message}\n\n${usage}` : `${sentence}\n`)
    return sentence === undefined ? 2 : 1
  }
}

function sentenceOf(error: AppError): string {
  if (!isFailureOfTheMachine(error) || error.cause === undefined) return error.message
  return `${error.message}\nCause: ${failureOfNetwork(error.cause) ?? inspect(error.cause)}`
}
