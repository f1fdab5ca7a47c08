import { z } from 'zod'

/** What of the environment says who moves money. */
export const billingVariables = {
  BILLING_PROVIDER: z.enum(['embedded', 'recurly']).optional(),
  RECURLY_API_KEY: z.string().min(1).optional(),
  RECURLY_PUBLIC_KEY: z.string().min(1).optional(),
  RECURLY_WEBHOOK_KEY: z.string().min(1).optional(),
}

type BillingVariables = z.infer<z.ZodObject<typeof billingVariables>>

export type BillingChoice =
  | { kind: 'embedded' }
  | { kind: 'recurly'; apiKey: string; publicKey: string; webhookKey: string }

/** Keys without the choice are no choice: money is not moved because a variable was left over. */
export function chooseBilling(env: BillingVariables, refuse: (sentence: string) => never): BillingChoice {
  if (env.BILLING_PROVIDER !== 'recurly') return { kind: 'embedded' }
  const { RECURLY_API_KEY, RECURLY_PUBLIC_KEY, RECURLY_WEBHOOK_KEY } = env
  if (!RECURLY_API_KEY || !RECURLY_PUBLIC_KEY || !RECURLY_WEBHOOK_KEY)
    refuse(
      'BILLING_PROVIDER=recurly needs RECURLY_API_KEY, RECURLY_PUBLIC_KEY and RECURLY_WEBHOOK_KEY; docs/billing.md says where they are found',
    )
  return {
    kind: 'recurly',
    apiKey: RECURLY_API_KEY,
    publicKey: RECURLY_PUBLIC_KEY,
    webhookKey: RECURLY_WEBHOOK_KEY,
  }
}
