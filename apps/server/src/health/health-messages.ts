import type { Health } from './health.ts'

/** The path of the health call, at the port of its own too. */
export const healthPath = '/api/health'

/** What the thread answers. */
export type Told =
  | { readonly status: 'starting' | 'stopping' }
  | (Health & { readonly silentSeconds?: number })

/** What the thread that answers the health call is told. */
export type HealthMessages = {
  listen: {
    readonly told: { readonly port: number; readonly host: string; readonly silentAfterMs: number }
    readonly given: null
  }
  tell: { readonly told: { readonly told: Told }; readonly given: null }
}
