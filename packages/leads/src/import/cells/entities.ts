/** Named character references that exports carry: HTML's ISO 8859-1 set and the usual punctuation. */
const latin1 =
  'iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const others: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  hellip: '…',
  bull: '•',
  trade: '™',
  euro: '€',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  OElig: 'Œ',
  oelig: 'œ',
  Scaron: 'Š',
  scaron: 'š',
}
const named = new Map(Object.entries(others))
latin1.split(' ').forEach((name, index) => {
  named.set(name, String.fromCodePoint(161 + index))
})

/** Longest reference that is searched for, from `&` to `;`. */
export const longestEntity = 12

/**
 * The character that a reference (the text between `&` and `;`) stands for; undefined when it is not a reference, so
 * that `AT&T;` and `?a=1&b=2;` stay as they are. Control characters become a space.
 */
export function decodeEntity(reference: string): string | undefined {
  const numeric = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(reference)
  if (!numeric) return named.get(reference)
  const code = numeric[1] === undefined ? Number(numeric[2]) : Number.parseInt(numeric[1], 16)
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined
  return code < 32 || code === 127 || code === 160 ? ' ' : String.fromCodePoint(code)
}
