import { z } from 'zod'

export const approvalParams = z.strictObject({ approvalId: z.string().max(60) })
