import type { Auth } from '../auth.ts'
import { newDeviceMark } from '../signed-values.ts'

export const deviceCookie = 'freeor.device'
const deviceSeconds = 180 * 24 * 60 * 60

/** The cookie by which a browser that signed in to an account is known there. */
export function deviceMarkCookie(auth: Auth, email: string): string {
  const secure = auth.secureCookies ? '; Secure' : ''
  const value = newDeviceMark(auth.secret, email)
  return `${deviceCookie}=${value}; Max-Age=${deviceSeconds}; Path=/api/auth; HttpOnly; SameSite=Lax${secure}`
}
