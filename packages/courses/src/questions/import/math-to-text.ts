import { toScript } from '@freeor/kernel/script-characters'
import type { HtmlNode } from './parse-html.ts'

/** Relations stand apart; other signs stand close, as in `a+b`. */
const relation = /^(=|<|>|≤|≥|≠|≈|≡|∼|≅|∈|⊂|⊆|→|⇒|⇔|↔)$/
/** Signs that are there for programs only: that a function is applied, that something is multiplied. */
const invisible = /[\u2061-\u2064]/g

const isSimple = (text: string) => /^[\p{L}\p{N}.]*$/u.test(text)
const group = (text: string) => (isSimple(text) ? text : `(${text})`)

/** A formula of MathML in one line, so that it says the same: `x²`, `(a+b)/2`, `√(x+1)`. */
export function mathToText(node: HtmlNode): string {
  if (typeof node === 'string') return node.replace(/\s+/g, ' ').trim()
  // Each part once: a formula may be deep.
  const parts = node.children.map((child) => ({ isText: typeof child === 'string', text: mathToText(child) }))
  const all = parts.map(({ text }) => text).join('')
  const inner = parts.filter(({ isText }) => !isText).map(({ text }) => text)
  const [first = '', second = '', third = ''] = inner
  switch (node.name) {
    // The same formula again, in another language.
    case 'annotation':
    case 'annotation-xml':
      return ''
    case 'mo':
      return writeSign(all.replace(invisible, ''))
    case 'mspace':
      return ' '
    case 'msup':
      return group(first) + toScript(second, 'sup')
    case 'msub':
    case 'munder':
      return group(first) + toScript(second, 'sub')
    case 'msubsup':
    case 'munderover':
      return group(first) + toScript(second, 'sub') + toScript(third, 'sup')
    case 'mfrac':
      return `${group(first)}/${group(second)}`
    case 'msqrt':
      return `√${group(inner.join(''))}`
    case 'mroot':
      return `${toScript(second, 'sup')}√${group(first)}`
    case 'mfenced':
      return `${node.attributes.open ?? '('}${inner.join(', ')}${node.attributes.close ?? ')'}`
    case 'mtr':
      return inner.join(', ')
    case 'mtable':
      return inner.join('; ')
    default:
      return all
  }
}

const writeSign = (sign: string) => (relation.test(sign) ? ` ${sign} ` : sign)
