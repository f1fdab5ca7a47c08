/** Signs that would start something at the start of a line in Markdown. */
const lineStart = /^(\s{0,3})(#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|={1,}\s*$|-{3,}\s*$|~{3,}|`{3,})/
const numbered = /^(\s{0,3}\d{1,9})([.)])(?=\s|$)/

/** Without the blanks at the ends of lines: two of them would break a line in Markdown. */
export const withoutEndBlanks = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')

type Surroundings = { /** Whether text with the same signs may stand around it. */ readonly isPart?: boolean }

/**
 * Plain text as Markdown that shows exactly it. Only what would be read as something else gets a backslash, so that most
 * texts stay as they are.
 */
export function plainToMarkdown(text: string, { isPart = false }: Surroundings = {}): string {
  if (!/[\\`*_~<&[\]|#>+=\-.)!]/.test(text)) return text
  const escaped = escapeSigns(text, isPart)
  return escaped
    .split('\n')
    .map((line) => line.replace(lineStart, '$1\\$2').replace(numbered, '$1\\$2'))
    .join('\n')
}

function escapeSigns(text: string, isPart: boolean): string {
  const several = (sign: string) => isPart || text.indexOf(sign) !== text.lastIndexOf(sign)
  const stars = several('*')
  const lines = several('_')
  const ticks = several('`')
  const waves = several('~')
  const links = isPart || /\]\s*[([:]/.test(text) || /!\[/.test(text)
  const table = /^[\s|:-]*-[\s|:-]*$/m.test(text) && text.includes('|')
  return text.replace(/[\\`*_~<&[\]|]/g, (sign, at: number) => {
    const before = text[at - 1] ?? ' '
    const behind = text[at + 1] ?? ' '
    const isEscaped =
      (sign === '\\' && (/[!-/:-@[-`{-~]/.test(behind) || behind === '\n')) ||
      (sign === '`' && ticks) ||
      (sign === '*' && stars && !(/\s/.test(before) && /\s/.test(behind))) ||
      (sign === '_' && lines && !(isWord(before) && isWord(behind)) && !isGap(text, at)) ||
      (sign === '~' && waves) ||
      (sign === '<' && /[a-z/!?]/i.test(behind)) ||
      (sign === '&' && /^&(#\d+|#x[\da-f]+|[a-z][a-z\d]*);/i.test(text.slice(at, at + 40))) ||
      ((sign === '[' || sign === ']') && links) ||
      (sign === '|' && table)
    return isEscaped ? `\\${sign}` : sign
  })
}

const isWord = (sign: string) => /[\p{L}\p{N}]/u.test(sign)

const longestGap = 200

/** A run of underscores between blanks is a gap to be filled in, and emphasises nothing. */
function isGap(text: string, at: number): boolean {
  let from = at
  while (text[from - 1] === '_' && at - from < longestGap) from--
  let to = at
  while (text[to + 1] === '_' && to - at < longestGap) to++
  return to - from >= 2 && /^\s?$/.test(text[from - 1] ?? '') && /^[\s.,;:!?]?$/.test(text[to + 1] ?? '')
}
