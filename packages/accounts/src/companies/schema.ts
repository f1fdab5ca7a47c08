import { z } from 'zod'
import { emailInput, personNameInput } from '../schema.ts'

/** It goes into mail, so the rules of a person's name hold for it too. */
const companyNameInput = personNameInput.min(1, 'Please give the company a name.')

/** The specification's `companyProfile`: only what is sent is changed. */
export const companyProfileInput = z
  .strictObject({ name: companyNameInput.optional(), email: emailInput.optional() })
  .refine(({ name, email }) => name !== undefined || email !== undefined, 'Nothing was changed.')

export type CompanyProfileInput = z.output<typeof companyProfileInput>

export const companyProfileAnswer = z.object({ name: z.string(), email: z.string() })

export const seatsAnswer = z.object({
  /** People besides the owner whom the plan allows. */
  allowed: z.int(),
  /** People besides the owner who have joined. */
  taken: z.int(),
  /** Held for invitations that can still be accepted. */
  offered: z.int(),
})

export const companyAnswer = z.object({
  companyId: z.string(),
  /** The owner's uid: the id of the account everybody in the company works in. */
  id: z.string(),
  companyProfile: companyProfileAnswer,
  owner: z.object({ uid: z.string(), name: z.string(), email: z.string() }),
  role: z.enum(['owner', 'admin', 'member', 'viewer']),
  seats: seatsAnswer,
})

export type CompanyAnswer = z.output<typeof companyAnswer>
export type Seats = z.output<typeof seatsAnswer>
