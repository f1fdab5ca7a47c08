import type { Auth } from '../ports.ts'
import { addDeviceMark, markSeparator, readDeviceMark } from '../signed-values.ts'

const deviceCookie = 'freeor.device'
const deviceSeconds = 180 * 24 * 60 * 60

/** The values of every cookie of that name: a browser sends one for each path it was ever set for. */
function marksOf(headers: Headers): string | undefined {
  const marks = (headers.get('cookie')?.split(';') ?? []).flatMap((pair) => {
    const equals = pair.indexOf('=')
    return equals > 0 && pair.slice(0, equals).trim() === deviceCookie ? [pair.slice(equals + 1).trim()] : []
  })
  return marks.length === 0 ? undefined : marks.join(markSeparator)
}

/** The browser of the request, if it signed in to the account of this address before. */
export function knownDevice({ secret }: Auth, headers: Headers, email: string): string | undefined {
  return readDeviceMark(secret, marksOf(headers), email)
}

/**
 * The cookie that identifies a browser which signed in to an account before. It goes to every path: people sign in at
 * the pages, whose actions call the API in process with the page's own cookies.
 */
export function deviceMarkCookie(auth: Auth, headers: Headers, email: string): string {
  const secure = auth.secureCookies ? '; Secure' : ''
  const value = addDeviceMark(auth.secret, marksOf(headers), email)
  return `${deviceCookie}=${value}; Max-Age=${deviceSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}
