import type { HtmlElement, HtmlNode } from './parse-html.ts'

type Said<Text> = { readonly language: string; readonly text: Text }

/** Of what is said again in several languages, the English text, or else the first. */
function choose<Text>(said: readonly Said<Text>[], changes: string[]): Text | undefined {
  const chosen = said.find(({ language }) => /^en\b/i.test(language)) ?? said[0]
  const others = new Set(said.map(({ language }) => language).filter((one) => one !== chosen?.language))
  if (others.size > 0) changes.push(`Its texts in other languages were left out: ${[...others].join(', ')}`)
  return chosen?.text
}

const languageOf = (node: HtmlNode): string | undefined => {
  if (typeof node === 'string' || node.name !== 'span') return undefined
  const { lang, 'xml:lang': xmlLang, class: classes = '' } = node.attributes
  return /(^|\s)multilang(\s|$)/.test(classes) ? (lang ?? xmlLang) : undefined
}

/** Moodle shows each learner one of several `<span class="multilang">` that stand side by side. */
export function inOneLanguage(element: HtmlElement, changes: string[]): HtmlElement {
  const children: HtmlNode[] = []
  let said: Said<HtmlNode>[] = []
  const end = () => {
    const chosen = choose(said, changes)
    if (chosen !== undefined) children.push(chosen)
    said = []
  }
  for (const child of element.children) {
    const language = languageOf(child)
    const read = typeof child === 'string' ? child : inOneLanguage(child, changes)
    if (language !== undefined) said.push({ language, text: read })
    else if (said.length === 0 || typeof child !== 'string' || child.trim() !== '') {
      end()
      children.push(read)
    }
  }
  end()
  return { ...element, children }
}

const mark = /\{mlang(?:\s+([\w, -]{1,60}))?\}/g

/** The same by the marks `{mlang en}…{mlang}` of a plugin. Marks that are not in pairs are text. */
export function withoutLanguageMarks(text: string, changes: string[]): string {
  const marks = [...text.matchAll(mark)]
  const isPaired = marks.every(([, language], at) => (language === undefined) === (at % 2 === 1))
  if (marks.length < 2 || marks.length % 2 === 1 || !isPaired) return text
  let out = ''
  let from = 0
  let said: Said<string>[] = []
  for (let at = 0; at < marks.length; at += 2) {
    const [open, close] = [marks[at], marks[at + 1]]
    if (!open || !close) break
    const between = text.slice(from, open.index)
    if (said.length > 0 && between.trim() !== '') {
      out += choose(said, changes) ?? ''
      said = []
    }
    if (said.length === 0) out += between
    const language = (open[1] ?? '').trim()
    said.push({ language, text: text.slice(open.index + open[0].length, close.index) })
    from = close.index + close[0].length
  }
  return out + (choose(said, changes) ?? '') + text.slice(from)
}
