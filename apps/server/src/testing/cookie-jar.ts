type Kept = { name: string; value: string; path: string; isSecure: boolean; endsAt: number }

/** RFC 6265, 5.1.4: `/api` holds `/api` and what is below it. */
const holds = (path: string, asked: string): boolean =>
  asked === path || (asked.startsWith(path) && (path.endsWith('/') || asked[path.length] === '/'))

/** The cookies of one browser at one host, kept and sent by their path, age and `Secure` as RFC 6265 has it. */
export class CookieJar {
  readonly #kept = new Map<string, Kept>()

  /** What the browser sends with a request to this address. */
  header(url: URL): string {
    const sent = [...this.#kept.values()].filter(
      ({ path, isSecure, endsAt }) =>
        holds(path, url.pathname) && endsAt > Date.now() && (!isSecure || url.protocol === 'https:'),
    )
    // The longest path first.
    return sent
      .toSorted((a, b) => b.path.length - a.path.length)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
  }

  /** Keeps what an answer from this address sets. */
  take(url: URL, headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
      const equals = pair.indexOf('=')
      const named = new Map(
        attributes.map((attribute) => {
          const [name = '', value = ''] = attribute.split('=')
          return [name.toLowerCase(), value]
        }),
      )
      const path = named.get('path') ?? (url.pathname.slice(0, url.pathname.lastIndexOf('/')) || '/')
      const age = named.get('max-age')
      const name = pair.slice(0, equals)
      this.#kept.set(`${name} ${path}`, {
        ...{ name, path, value: pair.slice(equals + 1) },
        isSecure: named.has('secure'),
        endsAt: age === undefined ? Number.POSITIVE_INFINITY : Date.now() + Number(age) * 1000,
      })
    }
  }
}
