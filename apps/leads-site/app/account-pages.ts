const behindLogin = ['/search', '/_search', '/settings', '/admin']

/** Whether a page needs to know who is here before it can be shown. */
export const isAccountPage = (pathname: string): boolean =>
  behindLogin.some((start) => pathname === start || pathname.startsWith(`${start}/`))
