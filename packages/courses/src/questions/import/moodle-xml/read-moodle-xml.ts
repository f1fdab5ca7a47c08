import { posix } from 'node:path'
import { ignoredAs } from '../collect-parts.ts'
import { isPictureName, pathIn } from '../pictures/find-in-package.ts'
import type { PictureFinder, TextPictures } from '../pictures/found-pictures.ts'
import { pictureComesIn, showPicture } from '../pictures/show-picture.ts'
import { type Draft, type ReadText, Refusal } from '../read-file.ts'
import { type TextFormat, toMarkdown } from '../to-markdown.ts'
import { type WeighedOption, weighOptions } from '../weigh-options.ts'
import { readItems } from '../xml/read-items.ts'
import { childOf, elementsOf, findAll, textOf, type XmlElement } from '../xml/read-xml.ts'

const formats: Readonly<Record<string, TextFormat>> = {
  html: 'html',
  markdown: 'markdown',
  plain_text: 'plain',
  moodle_auto_format: 'moodle',
}

/** Why the kinds of Moodle that are no choice of options stay out. */
const otherKinds: Readonly<Record<string, string>> = {
  shortanswer: 'Its answer is to be typed',
  numerical: 'Its answer is a number to be typed',
  essay: 'It is an essay',
  matching: 'Pairs are to be matched',
  randomsamatch: 'Pairs are to be matched',
  cloze: 'It has several gaps',
  multianswer: 'It has several gaps',
  gapselect: 'It has several gaps',
  ddwtos: 'Words are to be dragged',
  ddmarker: 'Something is to be dragged on a picture',
  ddimageortext: 'Something is to be dragged on a picture',
  ordering: 'Something is to be put in order',
  calculated: 'Its answer is a number to be typed',
  calculatedsimple: 'Its answer is a number to be typed',
  calculatedmulti: 'Its texts are calculated for each learner',
  random: 'It stands for a question that is drawn at random',
}

/** Reads Moodle's XML of questions (https://docs.moodle.org/en/Moodle_XML_format): each question by itself. */
export function readMoodleXml(text: string, pictures?: TextPictures): ReadText {
  return readItems(text, {
    names: ['question'],
    ignores: ({ attributes }) => (attributes.type === 'category' ? ignoredAs.category : undefined),
    read: (element) => readQuestion(element, pictures),
  })
}

type Context = {
  readonly changes: string[]
  readonly format: TextFormat
  readonly pictures?: TextPictures | undefined
}

function readQuestion(element: XmlElement, pictures: TextPictures | undefined): Draft {
  const { type = '' } = element.attributes
  if (type === 'description') throw new Refusal('It is a description: it asks nothing.')
  const other = otherKinds[type]
  if (other !== undefined) throw new Refusal(`${other}: a quiz here is chosen from options.`)
  if (!['multichoice', 'truefalse', 'multichoiceset'].includes(type))
    throw new Refusal(
      `Its kind “${type.slice(0, 40)}” is not known here: a quiz here is chosen from options.`,
    )
  const changes: string[] = []
  const asked = childOf(element, 'questiontext')
  const format = formats[asked?.attributes.format ?? ''] ?? 'html'
  const context = { changes, format, pictures }
  const question = [shown(asked, context), showOldPicture(element, context)]
    .filter((text) => text !== '')
    .join('\n\n')
  const options = elementsOf(element, 'answer').map((answer) => readOption(answer, type, context))
  if (type === 'truefalse') changes.push('A true or false question became a choice of True and False')
  // The kind of a plugin, which asks for all right options at once, says so by its name alone.
  else if (type === 'multichoiceset' || textOf(childOf(element, 'single')).trim() === 'false')
    changes.push('Several options could be chosen: one is chosen here')
  noteLeftOut(element, context)
  const explanation = shown(childOf(element, 'generalfeedback'), context)
  return weighOptions({ question, options, explanation, changes })
}

/** The text of an element with `<text>`, as Markdown. */
function shown(element: XmlElement | undefined, { changes, format, pictures }: Context): string {
  if (!element) return ''
  const own = formats[element.attributes.format ?? ''] ?? format
  const picture = showPicture(pictures && findInElement(element, pictures), changes)
  return toMarkdown(textOf(childOf(element, 'text')), own, { changes, picture })
}

/** Moodle writes a text's pictures beside it, and their names in it. */
function findInElement(element: XmlElement, { kept, find }: TextPictures): PictureFinder {
  const files = elementsOf(element, 'file')
  return (source) => {
    const [, path] = /^@@PLUGINFILE@@\/(.+)/s.exec(source) ?? []
    if (path === undefined) return find(source)
    const name = pathIn(path)
    const file = files.find(
      ({ attributes }) => `${attributes.path ?? '/'}${attributes.name ?? ''}`.replace(/^\//, '') === name,
    )
    if (file?.attributes.encoding !== 'base64') return undefined
    return kept.keep({ name, bytes: Buffer.from(textOf(file), 'base64') })
  }
}

/** Moodle before 2.0 wrote one picture beside the text of a question. */
function showOldPicture(element: XmlElement, { changes, pictures }: Context): string {
  const written = textOf(childOf(element, 'image_base64')).trim()
  const name = textOf(childOf(element, 'image')).trim()
  const bytes = Buffer.from(written, 'base64')
  const find: PictureFinder = () =>
    bytes.length === 0 ? pictures?.find(name) : pictures?.kept.keep({ name: posix.basename(name), bytes })
  if (written === '' && name === '') return ''
  const shown = showPicture(find, changes)(name, '')
  if (shown === undefined) changes.push('A picture was left out')
  return shown ?? ''
}

function readOption(answer: XmlElement, type: string, context: Context): WeighedOption {
  // Programs of some countries write a comma.
  const weight = Number((answer.attributes.fraction ?? '0').replace(',', '.'))
  if (!Number.isFinite(weight)) throw new Refusal('The mark of an option is no number.')
  const typed = textOf(childOf(answer, 'text')).trim()
  // Moodle stores the two as words, whatever the language of the learner.
  const text = type === 'truefalse' ? trueOrFalse(typed) : shown(answer, context)
  return { text, weight, feedback: shown(childOf(answer, 'feedback'), context), at: answer.at }
}

function trueOrFalse(typed: string): string {
  const lower = typed.toLowerCase()
  if (lower !== 'true' && lower !== 'false') throw new Refusal('Its options are not “true” and “false”.')
  return lower === 'true' ? 'True' : 'False'
}

/** What Moodle says by itself where the author wrote nothing. */
const standard =
  /^(your answer is (correct|partially correct|incorrect)|correct|partially correct|incorrect)\.?$/i

function noteLeftOut(element: XmlElement, { changes, format, pictures }: Context): void {
  const names = ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback']
  const isSaid = names.some((name) => {
    const said = shown(childOf(element, name), { changes: [], format })
    return said !== '' && !standard.test(said)
  })
  if (isSaid) changes.push('What is said to right and wrong answers in general was left out')
  if (elementsOf(element, 'hint').some((hint) => textOf(childOf(hint, 'text')).trim() !== ''))
    changes.push('Hints were left out')
  const isShown = changes.includes(pictureComesIn)
  const files = findAll(element, 'file').filter(
    ({ attributes }) => !isShown || !isPictureName(attributes.name ?? ''),
  )
  if (files.length > 0)
    changes.push(pictures ? 'Files that no text shows were left out' : 'Its pictures and files were left out')
}
