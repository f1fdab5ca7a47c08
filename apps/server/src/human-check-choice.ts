import { z } from 'zod'

/** What of the environment says who tells people from programs. */
export const humanCheckVariables = {
  HUMAN_CHECK: z.enum(['altcha', 'turnstile', 'recaptcha']).default('altcha'),
  HUMAN_CHECK_SITE_KEY: z.string().min(1).optional(),
  HUMAN_CHECK_SECRET: z.string().min(1).optional(),
}

type HumanCheckVariables = z.infer<z.ZodObject<typeof humanCheckVariables>>

export type HumanCheckChoice =
  | { kind: 'altcha' }
  | {
      kind: 'turnstile' | 'recaptcha'
      siteKey: string
      secret: string
      /** A test's stand-in for the provider's server; no variable sets it. */
      verifyUrl?: string
    }

export function chooseHumanCheck(
  env: HumanCheckVariables,
  refuse: (sentence: string) => never,
): HumanCheckChoice {
  const { HUMAN_CHECK: kind, HUMAN_CHECK_SITE_KEY: siteKey, HUMAN_CHECK_SECRET: secret } = env
  if (kind === 'altcha') return { kind }
  if (!siteKey || !secret)
    refuse(
      `HUMAN_CHECK=${kind} needs HUMAN_CHECK_SITE_KEY and HUMAN_CHECK_SECRET, which the provider gives for your site`,
    )
  return { kind, siteKey, secret }
}
