import { ignoredAs, PartsOfText } from '../collect-parts.ts'
import type { TextPictures } from '../pictures/found-pictures.ts'
import { showPicture } from '../pictures/show-picture.ts'
import { type Draft, type ReadText, Refusal } from '../read-file.ts'
import { type TextFormat, toMarkdown } from '../to-markdown.ts'
import { weighOptions } from '../weigh-options.ts'
import { type GiftAnswer, readAnswers } from './read-answers.ts'
import { type GiftUnit, splitGift, titleInLine } from './split-gift.ts'
import { unescapeGift, withoutComments } from './unescape-gift.ts'

/** Reads a GIFT file (https://docs.moodle.org/en/GIFT_format): each question by itself. */
export function readGift(text: string, pictures?: TextPictures): ReadText {
  const parts = new PartsOfText(text)
  for (const unit of splitGift(text))
    if (unit.kind === 'question') readUnit({ parts, text, pictures }, unit)
    else parts.ignore([unit.from, unit.to], ignoredAs[unit.kind])
  return parts.finish()
}

type Reading = {
  readonly parts: PartsOfText
  readonly text: string
  readonly pictures: TextPictures | undefined
}

function readUnit({ parts, text, pictures }: Reading, unit: GiftUnit): void {
  if (unit.problem !== undefined) {
    parts.refuse([unit.from, unit.to], unit.problem)
    return
  }
  const head = readHead(text, unit)
  const inside: (readonly [readonly [number, number], string])[] = unit.comments.map((range) => [
    range,
    ignoredAs.comment,
  ])
  if (head.title) inside.unshift([head.title, ignoredAs.title])
  parts.question([unit.from, unit.to], () => readQuestion(text, unit, { ...head, pictures }), inside)
}

type Head = {
  readonly title: readonly [number, number] | undefined
  /** Where the text begins. */
  readonly from: number
  readonly format: TextFormat
}

const formats = /^\s*\[(html|markdown|plain|moodle)\]/i

/** A title that goes on in the next line: the signs inside of a word, as in `std::vector`, do not end it. */
const longTitle = /^\s*::(?:\\[\s\S]|(?!::)[^\\{}])*::(?!(?<=\w::)\w)/

/** The title and the format of the texts. */
function readHead(text: string, { from, to, block }: GiftUnit): Head {
  const before = text.slice(from, block ? block[0] - 1 : to)
  const [titled = ''] = titleInLine.exec(before) ?? longTitle.exec(before) ?? []
  const [marked = '', format = 'moodle'] = formats.exec(before.slice(titled.length)) ?? []
  return {
    title: titled === '' ? undefined : [from, from + titled.length],
    from: from + titled.length + marked.length,
    format: format.toLowerCase() as TextFormat,
  }
}

/** A gap in a sentence, as it is shown there. */
const gap = '_____'

function readQuestion(text: string, unit: GiftUnit, head: Head & Pick<Reading, 'pictures'>): Draft {
  const { block, to, comments } = unit
  if (!block) throw new Refusal('It has no answers: a description is not a question.')
  const piece = (start: number, end: number) => withoutComments(text, [start, end], comments)
  const changes: string[] = []
  const picture = showPicture(head.pictures?.find, changes)
  const written = (source: string) => unescapeGift(source).trim()
  const answers = readAnswers(text, block, comments)
  const before = written(piece(head.from, block[0] - 1))
  const behind = written(piece(block[1] + 1, to))
  if (behind !== '') changes.push(`The gap in the sentence is written as ${gap}`)
  const whole = behind === '' ? before : `${before} ${gap}${/^[.,;:!?]/.test(behind) ? '' : ' '}${behind}`
  const show = (source: string) => {
    const [marked = '', format] = formats.exec(source) ?? []
    const own = (format?.toLowerCase() ?? head.format) as TextFormat
    return toMarkdown(unescapeGift(source.slice(marked.length)), own, { changes, picture })
  }
  const question = toMarkdown(whole, head.format, { changes, picture })
  return draftOf({ question, answers, show, changes })
}

type Answered = {
  readonly question: string
  readonly answers: GiftAnswer
  readonly show: (source: string) => string
  readonly changes: string[]
}

function draftOf({ question, answers, show, changes }: Answered): Draft {
  const general = answers.general === undefined ? null : show(answers.general)
  if (answers.kind === 'choice') {
    changes.push(...answers.changes)
    const options = answers.options.map(({ text, weight, feedback, at }) => ({
      ...{ text: show(text), weight, at },
      feedback: feedback === undefined ? undefined : show(feedback),
    }))
    return weighOptions({ question, options, explanation: general, changes })
  }
  changes.push('A true or false question became a choice of True and False')
  const { isTrue, ifWrong, ifRight } = answers
  const [onTrue, onFalse] = isTrue ? [ifRight, ifWrong] : [ifWrong, ifRight]
  const option = (text: string, isRight: boolean, feedback: string | undefined) => ({
    ...{ text, weight: isRight ? 100 : 0 },
    feedback: feedback === undefined ? undefined : show(feedback),
  })
  const options = [option('True', isTrue, onTrue), option('False', !isTrue, onFalse)]
  return weighOptions({ question, options, explanation: general, changes })
}
