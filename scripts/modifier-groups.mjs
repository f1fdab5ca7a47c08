/**
 * A group of a regular expression that changes its flags, as `(?i:` does. V8 misses words of such groups once it
 * optimizes no more expressions.
 */
const group = /\(\?(?=[ims-]+:)(?:[ims]*-)?[ims]*:/g

/** What may stand before a literal of a regular expression: after a value, a slash divides. */
const beforeExpression =
  /(?:^|[=(,:;!&|?{}[+\-*%<>~^\n]|\b(?:return|typeof|case|in|of|void|await|yield|else|do))\s*$/

const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y
const quoted = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y
const expression = /\/(?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//y

/** What `pattern` matches just there. */
function takeAt(pattern, text, at) {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

/**
 * The literals of a program: texts, templates without what is put into them, and regular expressions.
 * @returns `{ at, content, isExpression }` of each
 */
function listLiterals(text) {
  const literals = []
  /** Of each template that is open: where its text begins again, and how many braces are open within `${}`. */
  const templates = []
  let code = ''
  let at = 0
  const readTemplate = () => {
    const from = at
    while (at < text.length && text[at] !== '`' && !text.startsWith('${', at)) at += text[at] === '\\' ? 2 : 1
    literals.push({ at: from, content: text.slice(from, at), isExpression: false })
    if (text[at] === '`') templates.pop()
    at += text[at] === '`' ? 1 : 2
    code = text[at - 1] === '`' ? 'x' : '{'
  }
  while (at < text.length) {
    const said = takeAt(comment, text, at)
    const literal = said === undefined ? takeAt(quoted, text, at) : undefined
    const isExpression = said === undefined && literal === undefined && beforeExpression.test(code)
    const found = literal ?? (isExpression ? takeAt(expression, text, at) : undefined)
    if (found !== undefined) {
      literals.push({ at, content: found.slice(1, -1), isExpression: literal === undefined })
      code = 'x'
    }
    if (found !== undefined || said !== undefined) {
      at += (found ?? said).length
      continue
    }
    const sign = text[at]
    at += 1
    if (sign === '`') {
      templates.push(0)
      readTemplate()
    } else if (sign === '}' && templates.at(-1) === 0) readTemplate()
    else {
      if (templates.length > 0 && (sign === '{' || sign === '}'))
        templates[templates.length - 1] += sign === '{' ? 1 : -1
      code = `${code}${sign}`.slice(-20)
    }
  }
  return literals
}

/**
 * Where a program of JavaScript or TypeScript uses groups that change flags. What stands between the quotes of a
 * statement in SQL is for the engine, which reads them rightly.
 * @param {string} text
 * @returns {{ line: number, group: string }[]} lines from 1
 */
export function findModifierGroups(text) {
  return listLiterals(text).flatMap(({ at, content, isExpression }) =>
    [...content.matchAll(group)]
      .filter(({ index }) => isExpression || content.slice(0, index).split("'").length % 2 === 1)
      .map((match) => ({ line: text.slice(0, at + match.index).split('\n').length, group: match[0] })),
  )
}
