const asAiken = 'please write a line “ANSWER: B” below the options of each question (Aiken).'
const blanks = '[^\\S\\r\\n\\u2028\\u2029]*'
const line = (pattern: string) => new RegExp(`^${blanks}${pattern}`, 'm')

/** Texts that people write for other programs, by a line that only they have. */
const texts: readonly (readonly [RegExp, string])[] = [
  [
    line('\\\\(documentclass|usepackage|begin|question|element)\\b'),
    'It is LaTeX, which is not read: please bring its questions as GIFT, Moodle XML, QTI, or CSV.',
  ],
  [
    line('(MC|MA|TF|ESS|FIB|FIB_PLUS|MAT|ORD|NUM)\\t'),
    'It is a text for Blackboard, with tabs between its parts, which is not read: please export the pool as QTI, or bring its questions as GIFT or CSV.',
  ],
  [
    line('\\*\\(?[A-Za-z][.)][ \\t]'),
    `Its right options have a star, as Respondus and ExamSoft read them: ${asAiken}`,
  ],
  [
    line('(?:[-*+] )?(?:\\([xX]\\)|\\[[xX]\\])[ \\t]'),
    `Its right options are ticked, as in Markdown: ${asAiken}`,
  ],
  [line('ANS:[ \\t]*[A-Z]\\b'), `Its answers begin with “ANS:”: ${asAiken}`],
  [
    /^[ \t]*(?:answers|answer key):?[ \t]*(?:\r\n|\r|\n)\s*\d{1,4}[.)][ \t]*[A-Z]\b/im,
    `Its answers stand in a list at its end: ${asAiken}`,
  ],
]

/** Cards have two sides, and no options. */
const isCards = (text: string) => {
  const lines = text.split(/[\r\n]+/).filter((one) => one.trim() !== '' && !one.startsWith('#'))
  return lines.length > 1 && lines.every((one) => /^[^\t]+\t[^\t]+/.test(one))
}

/** What is said of a text of which nothing could be read, where another program reads it; undefined for every other. */
export function findUnreadText(text: string): string | undefined {
  const found = texts.find(([pattern]) => pattern.test(text))?.[1]
  if (found !== undefined) return found
  return isCards(text)
    ? 'It is a list of cards, as Quizlet and Anki write it: a quiz here is chosen from options.'
    : undefined
}
