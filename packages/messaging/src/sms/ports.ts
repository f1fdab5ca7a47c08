import type { Delivery } from '../ports.ts'

export type OutgoingSms = {
  readonly id: string
  /** E.164: `+15551234567`. */
  readonly to: string
  readonly text: string
}

export interface SmsSender {
  /** Hands one message over within a minute, or says why not. Throws only for bugs. */
  send(sms: OutgoingSms): Promise<Delivery>
}
