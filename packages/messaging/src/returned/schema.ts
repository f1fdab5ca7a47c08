import { z } from 'zod'

export type ReturnSource = 'hook' | 'folder'

/** `hard`: the address takes no mail. `soft`: not now, or not this mail. `complaint`: its reader reported it as unwanted. */
export const StopKind = z.enum(['hard', 'soft', 'complaint'])
export type StopKind = z.infer<typeof StopKind>

/** How a mail came back. */
export const MailReturn = z.object({
  kind: StopKind,
  /** What the other mail server said. */
  reason: z.string().nullable(),
  receivedAt: z.date(),
})
export type MailReturn = z.infer<typeof MailReturn>

/** Why an address gets no more mail but what a person must get. */
export const AddressStop = z.object({ kind: StopKind, reason: z.string().nullable(), createdAt: z.date() })
export type AddressStop = z.infer<typeof AddressStop>
