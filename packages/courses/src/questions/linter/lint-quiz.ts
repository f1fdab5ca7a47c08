import type { AuthorQuestion } from '../schema.ts'
import type { LintRule } from './schema.ts'

export type LintRemark = {
  readonly rule: LintRule
  /** The questions that it is about. */
  readonly questionIds: readonly string[]
  readonly message: string
}

export type LintedQuestion = Pick<AuthorQuestion, 'id' | 'question' | 'options' | 'answer' | 'explanation'>

/** Fewer questions than these show no pattern. */
const fewestForPattern = 3
const longestRun = 5
/** A shorter key stands in other questions by chance. */
const shortestQuote = 12

/** What an author may want to look at before anybody answers. Pure: the same questions give the same remarks. */
export function lintQuiz(questions: readonly LintedQuestion[]): LintRemark[] {
  return [
    ...lintLengths(questions),
    ...lintLetters(questions),
    ...questions.flatMap(lintQuestion),
    ...lintQuotes(questions),
  ]
}

const letterOf = (position: number) => String.fromCharCode(65 + position)

const keyOf = ({ options, answer }: LintedQuestion) => options.find(({ id }) => id === answer)

const isKeyLongest = (question: LintedQuestion): boolean => {
  const key = keyOf(question)
  const length = key?.text.trim().length ?? 0
  return question.options.every(({ id, text }) => id === key?.id || text.trim().length < length)
}

function lintLengths(questions: readonly LintedQuestion[]): LintRemark[] {
  const keyed = questions.filter((one) => keyOf(one) !== undefined && one.options.length > 1)
  if (keyed.length < fewestForPattern || !keyed.every(isKeyLongest)) return []
  return [
    {
      rule: 'longest-option',
      questionIds: keyed.map(({ id }) => id),
      message: 'The correct option is always the longest one: it can be found without knowing the answer.',
    },
  ]
}

function lintLetters(questions: readonly LintedQuestion[]): LintRemark[] {
  const remarks: LintRemark[] = []
  let run: { letter: string; ids: string[] } = { letter: '', ids: [] }
  const end = () => {
    const { letter, ids } = run
    if (ids.length >= longestRun)
      remarks.push({
        ...{ rule: 'same-letter', questionIds: ids },
        message: `The correct option is ${letter} ${ids.length} times in a row.`,
      })
  }
  for (const { id, options, answer } of questions) {
    const position = options.findIndex((option) => option.id === answer)
    if (position < 0) continue
    const letter = letterOf(position)
    if (letter === run.letter) run.ids.push(id)
    else {
      end()
      run = { letter, ids: [id] }
    }
  }
  end()
  return remarks
}

const normal = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()

const allOrNone =
  /^(all|none|both|neither|either)( of)? (the )?(above|these|those|options|answers)( .*)?\W*$/i
const negatives = /\b(not|no|never|none|neither|nor|nothing|nobody|without|except|cannot|unless)\b|n['’]t\b/gi
const picture = /!\[([^\]]{0,500})\]\s*[([]/g

function lintQuestion(question: LintedQuestion): LintRemark[] {
  const { id, options, explanation } = question
  const remarks: LintRemark[] = []
  const remark = (rule: LintRule, message: string) => remarks.push({ rule, questionIds: [id], message })
  if (!keyOf(question))
    remark('no-key', 'No option is marked as correct: learners are not asked this question.')
  const sweeping = options.find(({ text }) => allOrNone.test(normal(text)))
  if (sweeping)
    remark(
      'all-of-the-above',
      `“${sweeping.text.trim()}” tests the order of the options more than what is known.`,
    )
  if (isDoubleNegative(question))
    remark(
      'double-negative',
      'Two negatives have to be resolved: it can be missed by someone who knows the answer.',
    )
  const equal = equalOptions(question)
  if (equal) remark('equal-options', `Options ${equal[0]} and ${equal[1]} say the same.`)
  if ((explanation ?? '').trim() === '')
    remark('no-explanation', 'It has no explanation: whoever misses it learns nothing from it.')
  const texts = [question.question, explanation ?? '', ...options.map(({ text }) => text)]
  if (texts.some((text) => [...text.matchAll(picture)].some(([, alt = '']) => alt.trim() === '')))
    remark('picture-without-text', 'A picture has no alternative text: whoever cannot see it cannot answer.')
  return remarks
}

const countNegatives = (text: string) => text.match(negatives)?.length ?? 0

/** Two in one sentence of the question, or one there and one in an option. */
function isDoubleNegative({ question, options }: LintedQuestion): boolean {
  const asked = Math.max(0, ...question.split(/[.?!]\s|\n/).map(countNegatives))
  const isAskedNegatively = countNegatives(question.split(/[.?!]\s+/).at(-1) ?? '') > 0
  const isOptionNegative = options.some(({ text }) => /\bnot\b|n['’]t\b/i.test(text))
  return asked >= 2 || (isAskedNegatively && isOptionNegative)
}

function equalOptions({ options }: LintedQuestion): readonly [string, string] | undefined {
  const first = new Map<string, number>()
  for (const [at, { text }] of options.entries()) {
    const before = first.get(normal(text))
    if (before !== undefined) return [letterOf(before), letterOf(at)]
    first.set(normal(text), at)
  }
  return undefined
}

/** Every question is compared with every other; a store of questions is no quiz. */
const mostCompared = 500

/** A key that another question tells. */
function lintQuotes(questions: readonly LintedQuestion[]): LintRemark[] {
  if (questions.length > mostCompared) return []
  const asked = questions.map(({ id, question }) => ({ id, text: normal(question) }))
  return questions.flatMap((one, at) => {
    const key = normal(keyOf(one)?.text ?? '')
    if (key.length < shortestQuote) return []
    const quoting = asked.findIndex(({ id, text }) => id !== one.id && text.includes(key))
    const other = asked[quoting]
    if (!other) return []
    const message = `Question ${quoting + 1} says the answer of question ${at + 1}.`
    return [{ rule: 'key-quoted' as const, questionIds: [one.id, other.id], message }]
  })
}
