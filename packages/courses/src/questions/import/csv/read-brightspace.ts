import { ignoredAs, PartsOfText } from '../collect-parts.ts'
import type { TextPictures } from '../pictures/found-pictures.ts'
import { showPicture } from '../pictures/show-picture.ts'
import { type Draft, type ReadText, Refusal } from '../read-file.ts'
import { toMarkdown } from '../to-markdown.ts'
import { type WeighedOption, weighOptions } from '../weigh-options.ts'
import { type CsvRow, splitCsv } from './split-csv.ts'

/** The row that begins a question, and the sign between its cells. */
const firstRow = /^[^\S\r\n\u2028\u2029]*"?NewQuestion"?[^\S\n]*([,;\t])/im

/** Whether a text is CSV with rows of its own for the text and each option of a question, as Brightspace imports it. */
export const isBrightspace = (text: string): boolean =>
  firstRow.test(text.slice(0, 20_000)) && /^[^\S\r\n\u2028\u2029]*"?QuestionText"?[^\S\n]*[,;\t]/im.test(text)

/** Why the kinds that are no choice of one option stay out. */
const otherKinds: Readonly<Record<string, string>> = {
  WR: 'It is an essay',
  SA: 'Its answer is to be typed',
  FIB: 'Its answer is to be typed',
  MSA: 'Its answer is to be typed',
  M: 'Pairs are to be matched',
  O: 'Something is to be put in order',
}

/** Reads the CSV of Brightspace: `NewQuestion,MC` begins a question, and each row behind it says one thing of it. */
export function readBrightspace(text: string, pictures?: TextPictures): ReadText {
  const parts = new PartsOfText(text)
  let open: CsvRow[] = []
  const end = () => {
    readRows(parts, open, pictures)
    open = []
  }
  for (const row of splitCsv(text, firstRow.exec(text)?.[1] ?? ',')) {
    if (nameOf(row) === 'newquestion') end()
    open.push(row)
  }
  end()
  return parts.finish()
}

const cellOf = ({ cells }: CsvRow, at: number) => (cells[at] ?? '').trim()
const nameOf = (row: CsvRow) => cellOf(row, 0).toLowerCase()

/** Why a row says nothing of a question. */
function ignoredBecause(row: CsvRow): string | undefined {
  if (row.problem !== undefined) return undefined
  if (row.cells.every((cell) => cell.trim() === '')) return ignoredAs.blank
  return cellOf(row, 0).startsWith('//') ? ignoredAs.comment : undefined
}

/** The rows of one question, or those before the first one. */
function readRows(parts: PartsOfText, rows: readonly CsvRow[], pictures: TextPictures | undefined): void {
  const last = rows.findLastIndex((row) => ignoredBecause(row) === undefined)
  const own = rows.slice(0, last + 1)
  const [first] = own
  if (first && nameOf(first) === 'newquestion') {
    const inside = own.flatMap((row) => {
      const note = nameOf(row) === 'title' ? ignoredAs.title : ignoredBecause(row)
      return note === undefined || row.to <= row.from ? [] : [[[row.from, row.to], note] as const]
    })
    parts.question([first.from, own.at(-1)?.to ?? first.to], () => readQuestion(own, pictures), inside)
  } else for (const row of own) passOver(parts, row)
  for (const row of rows.slice(last + 1)) passOver(parts, row)
}

function passOver(parts: PartsOfText, row: CsvRow): void {
  const note = ignoredBecause(row)
  if (note === undefined) parts.refuse([row.from, row.to], 'This belongs to no question.')
  else parts.ignore([row.from, row.to], note)
}

function readQuestion(rows: readonly CsvRow[], pictures: TextPictures | undefined): Draft {
  const kind = cellOf(rows[0] as CsvRow, 1).toUpperCase()
  const other = otherKinds[kind]
  if (other !== undefined) throw new Refusal(`${other}: a quiz here is chosen from options.`)
  if (!['MC', 'TF', 'MS'].includes(kind))
    throw new Refusal(
      `Its kind “${kind.slice(0, 40)}” is not known here: a quiz here is chosen from options.`,
    )
  const problem = rows.find((row) => row.problem !== undefined)?.problem
  if (problem !== undefined) throw new Refusal(problem)
  const changes: string[] = []
  const picture = showPicture(pictures?.find, changes)
  const show = (text: string, isHtml: string) =>
    toMarkdown(text, isHtml.toUpperCase() === 'HTML' ? 'html' : 'plain', { changes, picture })
  const said = (name: string) => rows.filter((row) => nameOf(row) === name)
  const texts = [...said('questiontext')].map((row) => show(cellOf(row, 1), cellOf(row, 2)))
  const shown = said('image').flatMap((row) => showImage(cellOf(row, 1), picture, changes))
  if (said('hint').some((row) => cellOf(row, 1) !== '')) changes.push('Hints were left out')
  if (kind === 'TF') changes.push('A true or false question became a choice of True and False')
  if (kind === 'MS') changes.push('Several options could be chosen: one is chosen here')
  const options = rows.flatMap((row) => readOption(row, kind, show))
  const feedback = said('feedback').map((row) => show(cellOf(row, 1), cellOf(row, 2)))
  return weighOptions({
    question: [...texts, ...shown].join('\n\n'),
    options,
    explanation: feedback.join('\n\n'),
    changes,
  })
}

type Show = (text: string, isHtml: string) => string

function readOption(row: CsvRow, kind: string, show: Show): WeighedOption[] {
  const name = nameOf(row)
  const at = row.starts[0] ?? row.from
  if (kind === 'TF' && (name === 'true' || name === 'false')) {
    const weight = weightOf(cellOf(row, 1))
    return [
      {
        text: name === 'true' ? 'True' : 'False',
        weight,
        feedback: show(cellOf(row, 2), cellOf(row, 3)),
        at,
      },
    ]
  }
  if (kind === 'TF' || name !== 'option') return []
  // Of several options each is right, by 1, or wrong.
  const weight = kind === 'MS' ? Math.sign(weightOf(cellOf(row, 1))) * 100 : weightOf(cellOf(row, 1))
  return [
    {
      text: show(cellOf(row, 2), cellOf(row, 3)),
      weight,
      feedback: show(cellOf(row, 4), cellOf(row, 5)),
      at,
    },
  ]
}

function weightOf(written: string): number {
  const weight = Number(written.replace(',', '.').replace(/\s*%$/, ''))
  if (written === '' || !Number.isFinite(weight)) throw new Refusal('The mark of an option is no number.')
  return weight
}

function showImage(name: string, picture: ReturnType<typeof showPicture>, changes: string[]): string[] {
  if (name === '') return []
  const shown = picture(name, '')
  if (shown === undefined) changes.push('A picture was left out')
  return shown === undefined ? [] : [shown]
}
