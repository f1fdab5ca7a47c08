import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import type { AnyOperation } from './operation.ts'

/** A key may call only what names one of its scopes. @throws AppError forbidden, naming the scope it takes */
export function requireKeyScope({ apiKeyScope: scope }: AnyOperation, { apiKey }: UserActor): void {
  if (!apiKey || scope === 'any' || (scope && apiKey.scopes.includes(scope))) return
  throw new AppError('forbidden', 'This API key may not do that', { details: { scope: scope ?? null } })
}
