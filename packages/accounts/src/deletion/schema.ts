import { z } from 'zod'
import { emailInput } from '../schema.ts'

/** The person types their own address, so that no accidental click deletes an account. */
export const deleteAccountInput = z.strictObject({ email: emailInput })
