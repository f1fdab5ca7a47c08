type Signing = { readonly secureCookies: boolean }

const operatorCookie = 'freeor.operator_session'

const nameOf = ({ secureCookies }: Signing, name: string) => `${secureCookies ? '__Secure-' : ''}${name}`

function setCookie(signing: Signing, name: string, value: string, maxAge: number | undefined): string {
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  const secure = signing.secureCookies ? '; Secure' : ''
  return `${nameOf(signing, name)}=${encodeURIComponent(value)}${age}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

const sessionCookie = 'freeor.session_token'

/** Whether the browser was told to forget the session when it closes; better-auth keeps that in a cookie of its own. */
export function isForgotten(signing: Signing, cookies: string | null): boolean {
  return cookies?.includes(`${nameOf(signing, 'freeor.dont_remember')}=`) ?? false
}

/** The browser's session becomes the impersonated one, and the operator's own is kept beside it. Signed tokens. */
export function startCookies(
  signing: Signing,
  { own, impersonated }: { readonly own: string; readonly impersonated: string },
): string[] {
  return [
    setCookie(signing, sessionCookie, impersonated, undefined),
    setCookie(signing, operatorCookie, own, undefined),
  ]
}

/** The browser's session is the operator's own again, for `seconds`; undefined: until the browser closes. */
export function restoreCookies(signing: Signing, own: string, seconds: number | undefined): string[] {
  return [setCookie(signing, sessionCookie, own, seconds), ...clearOperatorCookie(signing)]
}

export function clearOperatorCookie(signing: Signing): string[] {
  return [setCookie(signing, operatorCookie, '', 0)]
}

/** The operator's own signed token, as a request shows it. */
export function readOperatorCookie(signing: Signing, cookies: string | null): string | undefined {
  const name = nameOf(signing, operatorCookie)
  for (const pair of cookies?.split(';') ?? []) {
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === name) return decoded(pair.slice(equals + 1).trim())
  }
  return undefined
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value) || undefined
  } catch {
    return undefined
  }
}
