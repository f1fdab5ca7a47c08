import { readCookie, sessionCookie, setCookie } from '../sessions/cookies.ts'

type Signing = { readonly secureCookies: boolean }

const operatorCookie = 'freeor.operator_session'

/** The browser's session becomes the impersonated one, and the operator's own is kept beside it. Signed tokens. */
export function startCookies(
  signing: Signing,
  { own, impersonated }: { readonly own: string; readonly impersonated: string },
): string[] {
  return [sessionCookie(signing, impersonated, undefined), setCookie(signing, operatorCookie, { value: own })]
}

/** The browser's session is the operator's own again, for `seconds`; undefined: until the browser closes. */
export function restoreCookies(signing: Signing, own: string, seconds: number | undefined): string[] {
  return [sessionCookie(signing, own, seconds), ...clearOperatorCookie(signing)]
}

export function clearOperatorCookie(signing: Signing): string[] {
  return [setCookie(signing, operatorCookie, { value: '', maxAge: 0 })]
}

/** The operator's own signed token, as a request shows it. */
export function readOperatorCookie(signing: Signing, cookies: string | null): string | undefined {
  return readCookie(signing, cookies, operatorCookie) || undefined
}
