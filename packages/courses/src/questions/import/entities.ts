/** Latin-1, from U+00A0 on, in order. */
const latin = `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute
micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil
Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute
Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute
icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml`
/** Greek, from U+0391 and U+03B1 on; `-` where no letter is. */
const greekCapital = `Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau
Upsilon Phi Chi Psi Omega`
const greekSmall = `alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau
upsilon phi chi psi omega`

const others: Readonly<Record<string, number>> = {
  ...{ quot: 0x22, amp: 0x26, apos: 0x27, lt: 0x3c, gt: 0x3e, OElig: 0x152, oelig: 0x153, Scaron: 0x160 },
  ...{ scaron: 0x161, Yuml: 0x178, fnof: 0x192, circ: 0x2c6, tilde: 0x2dc, ensp: 0x2002, emsp: 0x2003 },
  ...{ thinsp: 0x2009, zwnj: 0x200c, zwj: 0x200d, lrm: 0x200e, rlm: 0x200f, ndash: 0x2013, mdash: 0x2014 },
  ...{ lsquo: 0x2018, rsquo: 0x2019, sbquo: 0x201a, ldquo: 0x201c, rdquo: 0x201d, bdquo: 0x201e },
  ...{ dagger: 0x2020, Dagger: 0x2021, bull: 0x2022, hellip: 0x2026, permil: 0x2030, prime: 0x2032 },
  ...{ Prime: 0x2033, lsaquo: 0x2039, rsaquo: 0x203a, oline: 0x203e, frasl: 0x2044, euro: 0x20ac },
  ...{ trade: 0x2122, larr: 0x2190, uarr: 0x2191, rarr: 0x2192, darr: 0x2193, harr: 0x2194, lArr: 0x21d0 },
  ...{
    rArr: 0x21d2,
    hArr: 0x21d4,
    forall: 0x2200,
    part: 0x2202,
    exist: 0x2203,
    empty: 0x2205,
    nabla: 0x2207,
  },
  ...{ isin: 0x2208, notin: 0x2209, ni: 0x220b, prod: 0x220f, sum: 0x2211, minus: 0x2212, lowast: 0x2217 },
  ...{ radic: 0x221a, prop: 0x221d, infin: 0x221e, ang: 0x2220, and: 0x2227, or: 0x2228, cap: 0x2229 },
  ...{ cup: 0x222a, int: 0x222b, there4: 0x2234, sim: 0x223c, cong: 0x2245, asymp: 0x2248, ne: 0x2260 },
  ...{ equiv: 0x2261, le: 0x2264, ge: 0x2265, sub: 0x2282, sup: 0x2283, nsub: 0x2284, sube: 0x2286 },
  ...{ supe: 0x2287, oplus: 0x2295, otimes: 0x2297, perp: 0x22a5, sdot: 0x22c5, loz: 0x25ca },
  ...{ thetasym: 0x3d1, upsih: 0x3d2, piv: 0x3d6, weierp: 0x2118, image: 0x2111, real: 0x211c },
  ...{ alefsym: 0x2135, crarr: 0x21b5, uArr: 0x21d1, dArr: 0x21d3, lceil: 0x2308, rceil: 0x2309 },
  ...{ lfloor: 0x230a, rfloor: 0x230b, lang: 0x2329, rang: 0x232a, spades: 0x2660, clubs: 0x2663 },
  ...{ hearts: 0x2665, diams: 0x2666, check: 0x2713, cross: 0x2717, half: 0xbd, star: 0x2606 },
  ...{ hyphen: 0x2010, dash: 0x2010, horbar: 0x2015, lbrace: 0x7b, rbrace: 0x7d },
  ...{ lbrack: 0x5b, rbrack: 0x5d, lpar: 0x28, rpar: 0x29, excl: 0x21, quest: 0x3f, num: 0x23 },
  ...{ dollar: 0x24, percnt: 0x25, comma: 0x2c, period: 0x2e, colon: 0x3a, semi: 0x3b, equals: 0x3d },
  ...{ plus: 0x2b, ast: 0x2a, sol: 0x2f, bsol: 0x5c, lowbar: 0x5f, grave: 0x60, vert: 0x7c },
  ...{ commat: 0x40, Tab: 0x09, NewLine: 0x0a },
}

/** What the numbers 128 to 159 stand for, in which old programs write Windows-1252, as browsers read them. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const namesFrom = (names: string, start: number) =>
  names.split(/\s+/).map((name, at): [string, number] => [name, start + at])

const named = new Map<string, number>([
  ...namesFrom(latin, 0xa0),
  ...namesFrom(greekCapital, 0x391),
  ...namesFrom(greekSmall, 0x3b1),
  ...Object.entries(others),
])

/** Those that browsers read without the semicolon too. */
const open = new Set([...latin.split(/\s+/), 'quot', 'amp', 'lt', 'gt'])

function characterOf(code: number | undefined): string | undefined {
  if (code === undefined || code <= 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
    return undefined
  return code >= 0x80 && code <= 0x9f ? windows1252[code - 0x80] : String.fromCodePoint(code)
}

const reference = /&(?:#(\d{1,7});?|#x([\da-f]{1,6});?|([a-z][a-z\d]{1,9})(;|(?![\w=])))/gi

/**
 * Text of HTML with its character references read, as browsers do: a name that is unknown stays as it stands, and so does
 * one that lacks its semicolon, unless it is of Latin-1.
 */
export const decodeEntities = (html: string): string => html.replace(reference, read)

function read(whole: string, ...[tens, sixteens, name, end]: readonly (string | undefined)[]): string {
  if (name !== undefined)
    return (end === ';' || open.has(name) ? characterOf(named.get(name)) : undefined) ?? whole
  const code = tens === undefined ? Number.parseInt(sixteens ?? '', 16) : Number(tens)
  return characterOf(code) ?? whole
}
