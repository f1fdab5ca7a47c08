import { z } from 'zod'

/** When a digest is sent: after each import, or what came in a day or a week together. */
export const alertRhythm = z.enum(['import', 'daily', 'weekly'])
export type AlertRhythm = z.infer<typeof alertRhythm>

export const alertInput = z.strictObject({ rhythm: alertRhythm })

export const searchAlert = z.strictObject({
  /** Of the saved search. */
  searchId: z.string(),
  searchName: z.string(),
  rhythm: alertRhythm,
  timestamp: z.iso.datetime(),
})
export type SearchAlert = z.infer<typeof searchAlert>

/** From the link in a mail; with `searchId` it is about one search, else about all. */
export const alertStopInput = z.strictObject({
  token: z.string().min(1).max(200),
  searchId: z.string().max(60).optional(),
})
export const alertTokenInput = z.strictObject({ token: z.string().min(1).max(200) })
export const alertList = z.object({ alerts: z.array(searchAlert) })
