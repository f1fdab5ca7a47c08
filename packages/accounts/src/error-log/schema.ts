import { sites } from '@freeor/kernel/site'
import { z } from 'zod'

/** What a page reports of an error while it was rendered. The page cuts what is too long; the server refuses it. */
export const clientErrorInput = z.strictObject({
  error: z.string().min(1).max(2000),
  /** The stack, of the code and of the components. */
  errorInfo: z.string().max(8000).optional(),
  /** The address of the page. Only its path is kept. */
  location: z.string().max(2000),
  /** The id of the request that answered the page; the screen shows it, so that a visitor can quote it. */
  requestId: z
    .string()
    .regex(/^[\w-]{1,60}$/)
    .optional(),
})

export type ClientErrorInput = z.infer<typeof clientErrorInput>

/** The last error of a group, in the specification's names. */
export const errorSample = z.object({
  /** The id of the user it happened to, when they were signed in. */
  uid: z.string().nullable(),
  /** The account they work in. */
  id: z.string().nullable(),
  email: z.string().nullable(),
  errorInfo: z.string(),
  error: z.string(),
  /** The path alone. */
  location: z.string(),
  device: z.string(),
  timeStamp: z.string(),
  requestId: z.string().nullable(),
  site: z.enum(sites),
})

export type ErrorSample = z.infer<typeof errorSample>

export const errorState = z.enum(['open', 'resolved'])
export const errorType = z.enum(['rendering', 'server'])

export const errorGroupAnswer = z.object({
  id: z.string(),
  type: errorType,
  error: z.string(),
  state: errorState,
  count: z.number().int(),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
  resolvedAt: z.string().nullable(),
  resolvedBy: z.string().nullable(),
  sample: errorSample,
})

export type ErrorGroup = z.infer<typeof errorGroupAnswer>
