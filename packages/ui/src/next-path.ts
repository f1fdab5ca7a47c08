const anywhere = 'https://next.invalid'

/**
 * Where to go after a login: `next` when it is a path of this site, else the fallback.
 * Parsed as a URL first, the way a browser would read it, so `//evil.test`, `/\evil.test`, a tab inside a
 * scheme or an absolute address never leaves the site.
 */
export function nextPath(next: string | null | undefined, fallback: string): string {
  if (!next?.startsWith('/') || !URL.canParse(next, anywhere)) return fallback
  const url = new URL(next, anywhere)
  if (url.origin !== anywhere) return fallback
  const path = `${url.pathname}${url.search}${url.hash}`
  // The next program that reads a path with two slashes at its start would take it for a host name.
  return path.startsWith('//') ? fallback : path
}
