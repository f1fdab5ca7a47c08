import { ApiProblem } from '@freeor/api-client/client'
import { data } from 'react-router'
import type { Answer } from '../frame/answer.ts'
import type { BillingTexts } from './billing-texts.ts'

export type Undertaking = {
  intent: string
  work: () => Promise<unknown>
  /** Over a refusal that is no failed payment. */
  title?: string
  /** How the page puts a refusal; as the API says it unless told. */
  failed?: string
}

/** Does what moves money. Undefined when it is done; else what the page says, with the specification's titles. */
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
