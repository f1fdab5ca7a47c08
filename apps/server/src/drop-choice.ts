import { z } from 'zod'

/** California's DROP, the registry of delete requests that a data broker has to work through. */
export const dropVariables = {
  /** From the state's portal for data brokers. Without it nothing is asked for. */
  DROP_API_KEY: z.string().min(8).optional(),
  DROP_URL: z.url({ protocol: /^https?$/ }).default('https://api.drop.privacy.ca.gov'),
  /** Signs the state's webhooks. */
  DROP_WEBHOOK_SECRET: z.string().min(8).optional(),
}

export type DropChoice = {
  readonly url: string
  readonly key: string | undefined
  readonly webhookSecret: string | undefined
}

export const chooseDrop = (env: z.infer<z.ZodObject<typeof dropVariables>>): DropChoice => ({
  url: env.DROP_URL,
  key: env.DROP_API_KEY,
  webhookSecret: env.DROP_WEBHOOK_SECRET,
})
