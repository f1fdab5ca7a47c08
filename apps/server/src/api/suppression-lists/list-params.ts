import { z } from 'zod'

export const listParams = z.strictObject({ listId: z.string().max(60) })
