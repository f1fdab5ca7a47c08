import { ApiProblem } from '@freeor/api-client/client'
import { data } from 'react-router'
import type { Answer } from '../frame/answer.ts'
import type { BillingTexts } from './billing-texts.ts'

export type Undertaking = {
  intent: string
  work: () => Promise<unknown>
  /** The title of a refusal that is not a failed payment. */
  title?: string
  /** The page's own sentence for a refusal; by default the API's. */
  failed?: string
}

/**
 * Does something that moves money. Returns undefined when it is done, else what the page says, with the specification's
 * titles.
 */
export async function undertake({ billing }: BillingTexts, { intent, work, title, failed }: Undertaking) {
  try {
    await work()
    return undefined
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    const { code, status, message } = error
    const heading = code === 'payment_failed' ? billing.paymentFailed : title
    const answer = { intent, ok: false, text: failed ?? message, code, ...(heading && { title: heading }) }
    return data<Answer>(answer, { status })
  }
}
