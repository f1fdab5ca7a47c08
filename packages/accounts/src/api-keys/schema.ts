import { z } from 'zod'
import { personNameInput } from '../schema.ts'

/** What a key may be made for. No scope covers credentials, money or people: those need a signed-in person. */
export const apiKeyScopes = [
  'account',
  'search',
  'saved-searches',
  'sharing',
  'downloads',
  'downloads.order',
  'learning',
] as const

export const apiKeyScope = z.enum(apiKeyScopes)
export type ApiKeyScope = z.output<typeof apiKeyScope>

/** The most credits that orders with a key may take in a day, which begins at midnight UTC. */
const dailyBudget = z
  .int('Please give the budget as a whole number.')
  .min(0, 'A budget cannot be below 0.')
  .max(100_000_000, 'A budget may be at most 100,000,000.')

export const newApiKeyInput = z.strictObject({
  name: personNameInput.min(1, 'Please give the key a name.'),
  scopes: z
    .array(apiKeyScope)
    .min(1, 'Please choose what the key may do.')
    .max(apiKeyScopes.length)
    .transform((scopes) => [...new Set(scopes)]),
  /** When it expires; never unless told. */
  expiresInDays: z.int().min(1).max(3650).optional(),
  /** No limit unless told. */
  dailyBudget: dailyBudget.optional(),
})

export type NewApiKeyInput = z.output<typeof newApiKeyInput>

/** `null` takes the limit away. */
export const apiKeyChanges = z.strictObject({ dailyBudget: dailyBudget.nullable() })
export type ApiKeyChanges = z.output<typeof apiKeyChanges>

export const apiKeyAnswer = z.object({
  id: z.string(),
  name: z.string(),
  /** The key's first characters. */
  prefix: z.string(),
  scopes: z.array(z.string()),
  dailyBudget: z.int().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  /** To the minute. */
  lastUsedAt: z.iso.datetime().nullable(),
})

export type ApiKey = z.output<typeof apiKeyAnswer>

/** `usedToday`: the credits that its orders have taken since midnight UTC, on all sites. */
const listedApiKey = apiKeyAnswer.extend({ usedToday: z.int() })

export const apiKeyListAnswer = z.object({ apiKeys: z.array(listedApiKey), scopes: z.array(apiKeyScope) })

/** `key` is shown only here. */
export const newApiKeyAnswer = apiKeyAnswer.extend({ key: z.string() })

export const apiKeyParams = z.strictObject({ apiKeyId: z.string().min(1).max(100) })
