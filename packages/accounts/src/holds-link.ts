import { otherColons, otherDots, otherSlashes } from '@freeor/messaging/signs-of-links'

/** NFKC has already normalized full-width forms and the one dot leader. */
const dots = new RegExp(`[${otherDots}]`, 'gu')
const slashes = new RegExp(`[${otherSlashes}]`, 'gu')
const colons = new RegExp(`[${otherColons}]`, 'gu')

/** `http://…`, also of other schemes, and addresses that begin with `//` or `www.`. */
const scheme = /:\s?\/|\/\/|\bwww\d?\./i
/** A dot between a letter or digit and two letters, as between a name and `.com`, in any script. */
const domain = /[\p{L}\p{N}-]\.(?=\p{L}[\p{L}\p{M}-])/gu
/** Whether a text holds what a mail program may turn into a link, or a reader may take for one. */
export function holdsLink(text: string): boolean {
  const plain = text.normalize('NFKC').replace(dots, '.').replace(slashes, '/').replace(colons, ':')
  if (scheme.test(plain)) return true
  return [...plain.matchAll(domain)].some(({ 0: found, index }) => {
    const before = plain.slice(0, index)
    const after = plain.slice(index + found.length)
    return !isInitial(before, found.slice(0, -1), after)
  })
}

/** `А.С.Пушкин`: an initial before a name outside Latin script, where no top-level domain has a capital letter. */
function isInitial(before: string, letter: string, after: string): boolean {
  const isAlone = before === '' || /[\s.]$/u.test(before)
  const isName = /^\p{Lu}\p{Ll}{2,}/u.test(after) && !/^\p{Script=Latin}/u.test(after)
  return isAlone && isName && /^\p{Lu}$/u.test(letter)
}
