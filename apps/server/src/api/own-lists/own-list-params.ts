import { z } from 'zod'

export const ownListParams = z.strictObject({ ownListId: z.string().max(60) })
