import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { AnyOperation } from './operation.ts'

/** What an answer has that its contract has not: where, and why; never the values, which are people's data. */
export type Misfit = { readonly operation: string; readonly where: readonly string[] }

/** An answer as its contract allows it to be sent. */
export type HeldAnswer = { readonly answer: unknown; readonly misfit: Misfit | undefined }

/**
 * Holds an answer to the contract of its operation. Keys that the contract does not know are left out of what is
 * sent. An answer of another shape than the contract's is sent as it is, and reported: a customer with an odd record
 * should still see it.
 */
export function holdToContract(operation: AnyOperation, answer: unknown): HeldAnswer {
  if (!operation.answer) return { answer, misfit: undefined }
  const parsed = operation.answer.safeParse(answer)
  if (parsed.success) return { answer: parsed.data, misfit: undefined }
  const { issues } = parsed.error
  const where = issues.map(({ path, message }) => `${path.join('.') || 'the answer'}: ${message}`)
  const known = withoutUnknown(answer, issues)
  const again = operation.answer.safeParse(known)
  return { answer: again.success ? again.data : known, misfit: { operation: operation.id, where } }
}

/** A strict shape refuses keys that it does not know, where others leave them out. */
function withoutUnknown(answer: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const kept: unknown = asSent(answer)
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue
    const holder = issue.path.reduce<unknown>((at, key) => (isRecord(at) ? at[String(key)] : undefined), kept)
    for (const key of issue.keys) if (isRecord(holder)) delete holder[key]
  }
  return kept
}

/**
 * As `holdToContract`, for tests and development: what would be left out or changed is an error as well.
 * @throws Error naming each place
 */
export function requireContract(operation: AnyOperation, answer: unknown): unknown {
  const held = holdToContract(operation, answer)
  const where = held.misfit?.where ?? differences(asSent(answer), asSent(held.answer), [])
  if (where.length > 0) throw new BrokenContract({ operation: operation.id, where })
  return held.answer
}

/** An answer that its contract does not describe. */
export class BrokenContract extends Error {
  constructor({ operation, where }: Misfit) {
    super(`The answer of ${operation} does not fit its contract: ${where.join('; ')}`)
    this.name = 'BrokenContract'
  }
}

const asSent = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The places where what was answered is not what the contract made of it. */
function differences(answered: unknown, allowed: unknown, path: readonly string[]): string[] {
  if (isDeepStrictEqual(answered, allowed)) return []
  if (!isRecord(answered) || !isRecord(allowed)) return [`${path.join('.')}: is changed by the contract`]
  const keys = new Set([...Object.keys(answered), ...Object.keys(allowed)])
  return [...keys].flatMap((key) => {
    if (!(key in allowed)) return [`${[...path, key].join('.')}: is not in the contract`]
    return differences(answered[key], allowed[key], [...path, key])
  })
}
