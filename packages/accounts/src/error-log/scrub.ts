/** An id of ours, which gives no access: `cmp_` and 26 characters. */
const ownId = /^[a-z]{2,5}_[0-9a-z]{26}$/

/**
 * A text without what must not be kept: queries of addresses, email addresses, and anything long and random enough to
 * be a token. Ids stay.
 */
export function scrub(text: string): string {
  return (
    text
      .replaceAll(/\?[^\s"'`)>\]]*/g, (query) => (query.length > 1 ? '?…' : query))
      .replaceAll(/#[A-Za-z0-9_=&%-]*=[^\s"'`)>\]]*/g, '#…')
      // Each run of signs is tried once, from its beginning: a long one took seconds.
      .replaceAll(/(?<![^\s"'`<>(),;:@])[^\s"'`<>(),;:@]+@[^\s"'`<>(),;:@]+\.[a-z]{2,}/gi, '[email]')
      .replaceAll(
        /\b(bearer|token|password|secret|cookie|authorization)(["']?\s*[:=]?\s+|["']?[:=])["']?(?:(?:bearer|basic)\s+)?[^\s"',;]+/gi,
        '$1 [secret]',
      )
      .replaceAll(/[A-Za-z0-9_+=.-]{24,}/g, (run) => (isToken(run) ? '[secret]' : run))
  )
}

function isToken(run: string): boolean {
  if (ownId.test(run) || /[a-z]\.[a-z]/i.test(run))
    return run.split('.').some((part) => part.length >= 24 && !ownId.test(part) && isRandom(part))
  return isRandom(run)
}

/** Digits among small and capital letters, or hexadecimal: no word of a language or a program. */
function isRandom(part: string): boolean {
  return /^[0-9a-f-]{24,}$/i.test(part) || (/\d/.test(part) && /[a-z]/.test(part) && /[A-Z]/.test(part))
}

/** The path of an address: no host, no query, no fragment. */
export function pathOf(location: string): string {
  try {
    return scrub(new URL(location, 'http://site.invalid').pathname).slice(0, 500)
  } catch {
    return ''
  }
}
