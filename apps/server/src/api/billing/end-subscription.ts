import { customerAnswer } from '@freeor/billing/schema'
import {
  type Asker,
  cancelAtPeriodEnd,
  type Outcome,
  resumeSubscription,
  terminateSubscription,
} from '@freeor/billing/subscriptions/commands'
import type { BillingDeps } from '@freeor/billing/subscriptions/ports'
import { AppError } from '@freeor/kernel/errors'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { askerOf, customerAfter, requireOwn, requireProvider } from './billing-call.ts'

type Ending = {
  id: string
  word: 'terminate' | 'cancel' | 'resume'
  summary: string
  command: (deps: BillingDeps, asker: Asker) => Promise<Outcome>
}

/** The three calls without a body that name a subscription differ only in what they do. */
const endingOperation = ({ id, word, summary, command }: Ending) =>
  operation({
    id,
    method: 'post',
    path: `/api/{billingProvider}/subscriptions/${word}/{subscriptionId}`,
    area: 'billing',
    summary,
    access: 'user',
    right: 'billing.change',
    whileImpersonating: 'refused',
    params: z.strictObject({
      billingProvider: z.string().max(60),
      subscriptionId: z.string().min(1).max(100),
    }),
    answer: customerAnswer,
    async handle(call) {
      const { deps, params } = call
      requireProvider(deps, params.billingProvider)
      await requireOwn(call, { subscriptionId: params.subscriptionId })
      try {
        return await customerAfter(call, await command(deps.billing, await askerOf(call)))
      } catch (error) {
        throw asValidation(error)
      }
    },
  })

/** The specification has one type of refusal here, `validation`, for the provider's refusals and for ours. */
function asValidation(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'conflict') return error
  const details = { reason: 'validation', ...error.details, error: 'validation' }
  return new AppError('validation', error.message, { cause: error, details })
}

export const terminateSubscriptionOperation = endingOperation({
  id: 'terminateSubscription',
  word: 'terminate',
  summary: 'Ends the subscription at once: access is lost immediately',
  command: terminateSubscription,
})

export const cancelSubscriptionOperation = endingOperation({
  id: 'cancelSubscription',
  word: 'cancel',
  summary: 'Lets the running period be the last one',
  command: cancelAtPeriodEnd,
})

export const resumeSubscriptionOperation = endingOperation({
  id: 'resumeSubscription',
  word: 'resume',
  summary: 'Takes a cancellation for the end of the period back',
  command: resumeSubscription,
})
