import { AppError } from '@freeor/kernel/errors'
import recurly from 'recurly'
import { z } from 'zod'
import type { Declined, Invalid } from '../ports.ts'

const { errors } = recurly

const declined = z.object({
  transactionError: z.object({ code: z.string().nullish(), message: z.string().nullish() }),
})

/**
 * What a failed call means for its caller.
 * @throws AppError `unavailable` when Recurly was away, busy or broken, refused our key, or answered something else:
 * whether a write happened is then unknown. Its cause names the kind of failure only; the request, which holds the
 * card token and an address, stays out of it.
 */
export function readFailure(error: unknown): Declined | Invalid {
  if (error instanceof errors.TransactionError) {
    const { code, message } = declined.parse(error).transactionError
    if (code === 'three_d_secure_action_required') return needsChallenge(code)
    return {
      status: 'declined',
      transactionError: { code: code ?? 'declined', message: message ?? messageOf(error) },
    }
  }
  if (error instanceof errors.NotFoundError)
    return { status: 'invalid', code: 'not_found', message: messageOf(error) }
  if (error instanceof errors.InvalidTokenError)
    return { status: 'invalid', code: 'bad_token', message: messageOf(error) }
  const isRefusal =
    error instanceof errors.ValidationError ||
    error instanceof errors.ImmutableSubscriptionError ||
    error instanceof errors.MissingFeatureError
  if (isRefusal) return { status: 'invalid', code: 'validation', message: messageOf(error) }
  throw away(error)
}

/** The bank asks its customer first, and Recurly's words are for a page that goes on with that: ours cannot. */
const needsChallenge = (code: string): Declined => ({
  status: 'declined',
  transactionError: {
    code,
    message:
      'Your bank wants you to confirm this payment (3-D Secure), which cannot be done here. Your card was not charged. Please use another card.',
  },
})

/** Recurly could not be asked. */
export function away(error: unknown): AppError {
  if (error instanceof AppError) return error
  const cause = new Error(`Recurly: ${kindOf(error)}`)
  return new AppError('unavailable', 'The payment service is not available right now', { cause })
}

/** What Recurly said. Its typings take the errors' own message for that of a resource called Error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const metadata = z.object({ status: z.number().nullish(), requestId: z.string().nullish() })

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure'
  if (error instanceof z.ZodError)
    return `unexpected answer at ${error.issues.map(({ path }) => path.join('.')).join(', ')}`
  if (!(error instanceof recurly.ApiError)) return `${error.name} ${codeOf(error)}`
  const response = metadata.safeParse(error.getResponse()).data
  return `${error.name} ${response?.status ?? ''}, request ${response?.requestId ?? 'without id'}`
}

/** A network error says what happened in its cause's code. */
function codeOf({ cause }: Error): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}
