import type { Auth } from '../auth.ts'

/** The session's cookie as better-auth writes its own; without an age it ends with the browser. */
export function sessionCookie({ secureCookies }: Auth, signed: string, maxAge: number | undefined): string {
  const name = `${secureCookies ? '__Secure-' : ''}freeor.session_token`
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  const secure = secureCookies ? '; Secure' : ''
  return `${name}=${encodeURIComponent(signed)}${age}; Path=/; HttpOnly; SameSite=Lax${secure}`
}
