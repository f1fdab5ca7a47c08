import { z } from 'zod'

/** What of the environment says how text messages leave. */
export const smsVariables = {
  SMS: z.enum(['folder', 'twilio']).default('folder'),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC\w{32}$/, 'starts with AC and has 34 characters')
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
  TWILIO_FROM: z
    .string()
    .regex(/^(\+[1-9]\d{6,14}|MG\w{32})$/, 'is a number like +15551234567 or a messaging service MG…')
    .optional(),
}

type SmsVariables = z.infer<z.ZodObject<typeof smsVariables>>

export type SmsChoice =
  | { kind: 'folder' }
  | { kind: 'twilio'; accountSid: string; authToken: string; from: string }

export function chooseSms(env: SmsVariables, refuse: (sentence: string) => never): SmsChoice {
  if (env.SMS === 'folder') return { kind: 'folder' }
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = env
  if (!accountSid || !authToken || !from)
    refuse('SMS=twilio needs TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM')
  return { kind: 'twilio', accountSid, authToken, from }
}
