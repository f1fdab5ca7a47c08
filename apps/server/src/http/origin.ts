import { AppError } from '@freeor/kernel/errors'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a write that another site's page sends. A browser names the page's origin on every unsafe request,
 * so a present Origin must be the addressed host's own; a program without one carries no ambient cookies.
 * @throws bad_origin
 */
export function requireOwnOrigin(request: Request, trusted: readonly string[]): void {
  if (SAFE_METHODS.has(request.method)) return
  const origin = request.headers.get('origin')
  if (origin === null) {
    const site = request.headers.get('sec-fetch-site')
    if (site === null || site === 'same-origin' || site === 'none') return
    throw refusal()
  }
  if (trusted.includes(origin)) return
  const host = request.headers.get('host')
  // Exactly as a browser writes it: no other scheme, no user, no path.
  if (host !== null && (origin === `http://${host}` || origin === `https://${host}`)) return
  throw refusal()
}

const refusal = () => new AppError('bad_origin', 'A change must come from a page of this site.')
