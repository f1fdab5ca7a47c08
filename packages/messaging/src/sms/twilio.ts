import { z } from 'zod'
import type { Delivery } from '../ports.ts'
import type { SmsSender } from './ports.ts'

const patienceMs = 10_000

export type TwilioOptions = {
  readonly accountSid: string
  readonly authToken: string
  /** A number in E.164, or a messaging service (`MG…`). */
  readonly from: string
  /** Twilio's unless told. */
  readonly baseUrl?: string
  readonly timeoutMs?: number
}

const refusal = z.object({ code: z.int().optional(), message: z.string().optional() })

/** Sends by Twilio's REST API: POST /2010-04-01/Accounts/{sid}/Messages.json. */
export function openTwilio(options: TwilioOptions): SmsSender {
  const { accountSid, authToken, from, baseUrl = 'https://api.twilio.com', timeoutMs = patienceMs } = options
  const url = `${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const sender: Record<string, string> = from.startsWith('MG')
    ? { MessagingServiceSid: from }
    : { From: from }
  return {
    async send({ to, text }) {
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { authorization },
          body: new URLSearchParams({ To: to, Body: text, ...sender }),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        return await readAnswer(response)
      } catch (error) {
        return { status: 'deferred', reason: `Twilio could not be reached: ${String(error)}` }
      }
    },
  }
}

/** 400 is about this message and will not change; a problem with keys, limits or Twilio itself may be fixed. */
async function readAnswer(response: Response): Promise<Delivery> {
  if (response.ok) {
    await response.body?.cancel()
    return { status: 'accepted' }
  }
  const said = refusal.safeParse(await response.json().catch(() => undefined)).data ?? {}
  const reason = `Twilio answered ${response.status}: ${said.code ?? ''} ${said.message ?? ''}`.trim()
  return { status: response.status === 400 ? 'refused' : 'deferred', reason: reason.slice(0, 500) }
}
