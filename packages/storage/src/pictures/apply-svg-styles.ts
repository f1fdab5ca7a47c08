/** What of a style sheet says how a shape is drawn. Nothing that loads, moves or places text of its own is among it. */
const drawn = new Set(
  `fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset opacity color stop-color stop-opacity display visibility clip-path clip-rule mask
  filter flood-color flood-opacity font-family font-size font-style font-weight letter-spacing text-anchor
  dominant-baseline paint-order vector-effect mix-blend-mode isolation`.split(/\s+/),
)

type Declarations = [name: string, value: string][]

function declarationsOf(body: string): Declarations {
  const said = body.split(';').flatMap((one): Declarations => {
    const colon = one.indexOf(':')
    const name = one.slice(0, colon).trim().toLowerCase()
    const value = one
      .slice(colon + 1)
      .replace(/!\s*important/i, '')
      .trim()
    return drawn.has(name) && value !== '' ? [[name, value]] : []
  })
  // The last of a name counts, however often a sheet says it.
  return [...new Map(said)]
}

/** From one mark to the next other is left out. */
function without(text: string, opening: string, closing: string): string {
  const parts: string[] = []
  for (let from = 0; ; ) {
    const begin = text.indexOf(opening, from)
    const end = begin < 0 ? -1 : text.indexOf(closing, begin + opening.length)
    if (end < 0) return parts.join('') + text.slice(from, begin < 0 ? undefined : begin)
    parts.push(text.slice(from, begin))
    from = end + closing.length
  }
}

/** A name, a class or an id: programs that draw write no others. */
const simple = /^[.#]?[\w-]+$/

/** What is said of each name, class and id outside of `@media` and the like, in the order of the sheet. */
function rulesOf(css: string): Map<string, Map<string, string>> {
  const plain = without(css, '/*', '*/')
  const rules = new Map<string, Map<string, string>>()
  const add = (head: string, body: string) => {
    const declarations = declarationsOf(body)
    for (const selector of declarations.length > 0 ? head.split(',') : []) {
      const key = selector.trim()
      if (!simple.test(key)) continue
      const said = rules.get(key) ?? new Map<string, string>()
      for (const [name, value] of declarations) said.set(name, value)
      rules.set(key, said)
    }
  }
  let depth = 0
  let from = 0
  let head = ''
  for (let at = 0; at < plain.length; at++) {
    const sign = plain[at]
    if (sign === '{' && depth++ === 0) {
      head = plain.slice(from, at)
      head = head.slice(head.lastIndexOf(';') + 1).trim()
      from = at + 1
    } else if (sign === '}' && depth > 0 && --depth === 0) {
      if (!head.startsWith('@')) add(head, plain.slice(from, at))
      from = at + 1
    }
  }
  return rules
}

/**
 * Writes what the style sheets of a drawing say onto its shapes, as style sheets are left out: without it, what drawing
 * programs export with classes would be black.
 * @returns whether anything was changed
 */
export function applyStyles(document: Document): boolean {
  const css = [...document.getElementsByTagNameNS('*', 'style')].map((one) => one.textContent).join('\n')
  const rules = rulesOf(css)
  if (rules.size === 0) return false
  const places = new Map([...rules.keys()].map((selector, at) => [selector, at]))
  // A list of its own: the living one is counted anew after each change.
  for (const element of [...document.getElementsByTagNameNS('*', '*')]) {
    const classes = (element.getAttribute('class') ?? '')
      .split(/\s+/)
      .map((one) => `.${one}`)
      .filter((one) => places.has(one))
      .sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0))
    // The later outweighs the earlier: names, then classes, then the id. Each attribute is written once.
    const said = new Map<string, string>()
    for (const selector of [element.localName, ...classes, `#${element.id}`])
      for (const [name, value] of rules.get(selector) ?? []) said.set(name, value)
    for (const [name, value] of said) element.setAttribute(name, value)
  }
  return true
}
