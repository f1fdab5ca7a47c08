import { readCookie, sessionCookie, setCookie } from '../sessions/cookies.ts'

type Signing = { readonly secureCookies: boolean }

const superAdminCookie = 'freeor.super_admin_session'

/** The browser's session becomes the impersonated one, and the super admin's own is kept next to it. Signed tokens. */
export function startCookies(
  signing: Signing,
  { own, impersonated }: { readonly own: string; readonly impersonated: string },
): string[] {
  return [
    sessionCookie(signing, impersonated, undefined),
    setCookie(signing, superAdminCookie, { value: own }),
  ]
}

/** The browser's session is the super admin's own again, for `seconds`; undefined: until the browser closes. */
export function restoreCookies(signing: Signing, own: string, seconds: number | undefined): string[] {
  return [sessionCookie(signing, own, seconds), ...clearSuperAdminCookie(signing)]
}

export function clearSuperAdminCookie(signing: Signing): string[] {
  return [setCookie(signing, superAdminCookie, { value: '', maxAge: 0 })]
}

/** The super admin's own signed token, as a request shows it. */
export function readSuperAdminCookie(signing: Signing, cookies: string | null): string | undefined {
  return readCookie(signing, cookies, superAdminCookie) || undefined
}
