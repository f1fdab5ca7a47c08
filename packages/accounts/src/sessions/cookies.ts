type Signing = { readonly secureCookies: boolean }

const sessionName = 'freeor.session_token'

const nameOf = ({ secureCookies }: Signing, name: string) => `${secureCookies ? '__Secure-' : ''}${name}`

/** A cookie that no script can read and no other site can send; without `maxAge` it ends with the browser. */
export function setCookie(
  signing: Signing,
  name: string,
  { value, maxAge }: { readonly value: string; readonly maxAge?: number | undefined },
): string {
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  const secure = signing.secureCookies ? '; Secure' : ''
  return `${nameOf(signing, name)}=${encodeURIComponent(value)}${age}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/** The cookie's value in a request. Of several with that name the first counts. */
export function readCookie(signing: Signing, cookies: string | null, name: string): string | undefined {
  const wanted = nameOf(signing, name)
  for (const pair of cookies?.split(';') ?? []) {
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === wanted) return decoded(pair.slice(equals + 1).trim())
  }
  return undefined
}

/** The `+`, `/` and `=` of a signature arrive as `%2B`, `%2F` and `%3D`. */
export function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** The browser has this session from now on, for `maxAge` seconds or until it closes. */
export const sessionCookie = (signing: Signing, signed: string, maxAge: number | undefined): string =>
  setCookie(signing, sessionName, { value: signed, maxAge })

/** The browser has no session any more. */
export const endSessionCookie = (signing: Signing): string =>
  setCookie(signing, sessionName, { value: '', maxAge: 0 })

/** The signed token of the browser's session. */
export const readSessionCookie = (signing: Signing, cookies: string | null): string | undefined =>
  readCookie(signing, cookies, sessionName)
