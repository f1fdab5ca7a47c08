import type { TextPictures } from '../pictures/found-pictures.ts'
import { showPicture } from '../pictures/show-picture.ts'
import { type Draft, type ReadText, Refusal } from '../read-file.ts'
import { type TextFormat, toMarkdown } from '../to-markdown.ts'
import { type WeighedOption, weighOptions } from '../weigh-options.ts'
import { readItems } from '../xml/read-items.ts'
import {
  childOf,
  elementsOf,
  findAll,
  htmlOf,
  textOf,
  type XmlElement,
  type XmlNode,
} from '../xml/read-xml.ts'
import { type ScoredChoice, scoreChoice, scoreTogether } from './score-qti1.ts'

/** Reads QTI 1.2 (IMS Question & Test Interoperability), also as Canvas and Common Cartridge write it. */
export function readQti1(text: string, pictures?: TextPictures): ReadText {
  return readItems(text, { names: ['item'], settings, read: (item) => readItem(item, pictures) })
}

/** What a quiz says of itself: how often it may be tried, how many questions are drawn. Instructions are none of it. */
const settings =
  /metadata$|control$|proc_?extension$|^(selection_ordering|outcomes_processing|duration|qticomment)$/

const otherResponses: Readonly<Record<string, string>> = {
  response_str: 'Its answer is to be typed',
  response_num: 'Its answer is a number to be typed',
  response_grp: 'Pairs are to be matched or sorted',
  response_xy: 'A place on a picture is to be chosen',
}

const otherKinds: Readonly<Record<string, string>> = {
  text_only_question: 'It is a description: it asks nothing.',
  file_upload_question: 'A file is to be uploaded: a quiz here is chosen from options.',
  // With one gap or one pair these look like a choice of options, and a gap's options are all right.
  fill_in_multiple_blanks_question: 'Its answer is to be typed: a quiz here is chosen from options.',
  multiple_dropdowns_question: 'It has gaps in its text: a quiz here is chosen from options.',
  matching_question: 'Pairs are to be matched: a quiz here is chosen from options.',
  // Of ILIAS: these have options too.
  'CLOZE QUESTION': 'It has gaps in its text: a quiz here is chosen from options.',
  assKprimChoice: 'Each of its statements is right or wrong: a quiz here is chosen from options.',
}

function metadata(item: XmlElement): ReadonlyMap<string, string> {
  const written = [...findAll(item, 'qtimetadatafield'), ...findAll(item, 'qti_metadatafield')]
  const fields = written.map((field): [string, string] => [
    textOf(childOf(field, 'fieldlabel')).trim(),
    textOf(childOf(field, 'fieldentry')).trim(),
  ])
  return new Map(fields)
}

/** What a text of the item is shown with. */
type Showing = { readonly changes: string[]; readonly pictures: TextPictures | undefined }

function readItem(item: XmlElement, pictures: TextPictures | undefined): Draft {
  const said = metadata(item)
  const other = otherKinds[said.get('question_type') ?? said.get('QUESTIONTYPE') ?? '']
  if (other !== undefined) throw new Refusal(other)
  const presentation = childOf(item, 'presentation')
  if (!presentation) throw new Refusal('It has no question.')
  for (const [name, why] of Object.entries(otherResponses))
    if (findAll(presentation, name).length > 0)
      throw new Refusal(`${why}: a quiz here is chosen from options.`)
  const responses = findAll(presentation, 'response_lid')
  const [response] = responses
  // Brightspace writes how options are shown into an extension beside them.
  if (!response && findAll(presentation, 'response_extension').length > 0)
    throw new Refusal('It needs a program of its own: a quiz here is chosen from options.')
  if (!response) throw new Refusal('It has no options: a quiz here is chosen from options.')
  if (response.attributes.rcardinality?.toLowerCase() === 'ordered')
    throw new Refusal('Something is to be put in order: a quiz here is chosen from options.')
  if (responses.length > 1)
    throw new Refusal(`It has ${responses.length} parts to be answered: a question here has one.`)
  return readChoice(item, { presentation, response }, { changes: [], pictures })
}

type Asked = { readonly presentation: XmlElement; readonly response: XmlElement }

function readChoice(item: XmlElement, { presentation, response }: Asked, showing: Showing): Draft {
  const { changes } = showing
  const labels = findAll(response, 'response_label')
  const ids = labels.map(({ attributes }) => attributes.ident ?? '')
  if (new Set(ids).size < ids.length) throw new Refusal('Two of its options have the same name.')
  const isSeveral = mayChooseSeveral(item, response)
  const scored = ids.map((ident) => scoreChoice(item, { ident, response: response.attributes.ident ?? '' }))
  const weights = isSeveral ? weighTogether(item, ids, changes) : weighAlone(scored)
  const options = labels.map(
    (label, at): WeighedOption => ({
      text: showMaterial(label, showing),
      weight: weights[at] ?? 0,
      feedback: showFeedback(item, own(scored, at), showing),
      at: label.at,
    }),
  )
  const question = showMaterial(withoutResponse(presentation, response), showing)
  const general = showFeedback(item, inAll(scored), showing)
  if (findAll(item, 'hint').length > 0) changes.push('Hints were left out')
  noteUnshown(item, scored, showing)
  return weighOptions({ question, options, explanation: general, changes })
}

/** Brightspace writes "Multiple" for questions of one choice as well, and says the kind beside it. */
function mayChooseSeveral(item: XmlElement, { attributes }: XmlElement): boolean {
  const kind = metadata(item).get('qmd_questiontype') ?? textOf(findAll(item, 'qmd_questiontype')[0])
  const isOne = /^(multiple choice|true\/false)$/i.test(kind.trim())
  return (attributes.rcardinality ?? 'Single').toLowerCase() === 'multiple' && !isOne
}

/** The best score is the whole mark. */
function weighAlone(scored: readonly ScoredChoice[]): number[] {
  const best = Math.max(0, ...scored.map(({ score }) => score))
  return scored.map(({ score }) => (best === 0 ? Math.min(0, score) : (100 * score) / best))
}

/** Several options may be chosen there: it is a question here if just one of them is right. */
function weighTogether(item: XmlElement, ids: readonly string[], changes: string[]): number[] {
  const right = scoreTogether(item, ids)
  if (right.length > 1)
    throw new Refusal(`${right.length} options are right together: a question here has one right option.`)
  changes.push('Several options could be chosen: one is chosen here')
  return ids.map((ident) => (right.includes(ident) ? 100 : 0))
}

const inAll = (scored: readonly ScoredChoice[]): string[] => {
  const [first, ...others] = scored
  return (first?.feedback ?? []).filter((ident) => others.every(({ feedback }) => feedback.includes(ident)))
}

const own = (scored: readonly ScoredChoice[], at: number): string[] => {
  const all = inAll(scored)
  return (scored[at]?.feedback ?? []).filter((ident) => !all.includes(ident))
}

function showFeedback(item: XmlElement, idents: readonly string[], showing: Showing): string {
  const said = findAll(item, 'itemfeedback').filter(({ attributes }) =>
    idents.includes(attributes.ident ?? ''),
  )
  return said
    .map((feedback) => showMaterial(feedback, showing))
    .filter((text) => text !== '')
    .join('\n\n')
}

/** Feedback that no single option shows: what is said to all wrong answers, a solution. */
function noteUnshown(
  item: XmlElement,
  scored: readonly ScoredChoice[],
  { pictures, changes }: Showing,
): void {
  const shown = new Set(scored.flatMap(({ feedback }) => feedback))
  const left = findAll(item, 'itemfeedback').filter(({ attributes }) => !shown.has(attributes.ident ?? ''))
  if (left.some((feedback) => showMaterial(feedback, { pictures, changes: [] }) !== ''))
    changes.push('What is said to right and wrong answers in general was left out')
}

/** The presentation without its options. */
function withoutResponse(element: XmlElement, response: XmlElement): XmlElement {
  const children = element.children.flatMap((child): XmlNode[] => {
    if (typeof child === 'string') return [child]
    if (child !== response) return [withoutResponse(child, response)]
    // A text inside the response stands before its options.
    return elementsOf(child).filter(
      ({ name }) => name === 'material' || name === 'flow' || name === 'flow_mat',
    )
  })
  return { ...element, children }
}

/** The texts of an element, in order. */
function showMaterial(element: XmlElement, { changes, pictures }: Showing): string {
  const picture = showPicture(pictures?.find, changes)
  const pieces = listTexts(element).map((text) => {
    const { name, attributes } = text
    if (name === 'matbreak') return ''
    if (name === 'matimage') {
      const shown = showImage(text, picture)
      if (shown === undefined) changes.push('A picture was left out')
      return shown ?? ''
    }
    const format = formatOf(text)
    if (format !== undefined) {
      // Programs also write tags as they are, without a CDATA section around them.
      const isTree = format === 'html' && elementsOf(text).length > 0
      return toMarkdown(isTree ? htmlOf(text) : textOf(text), format, { changes, picture })
    }
    changes.push(`A picture or a file was left out${attributes.label ? `: ${attributes.label}` : ''}`)
    return ''
  })
  return pieces.filter((piece) => piece !== '').join('\n\n')
}

/** How a text is written; undefined for a sound and the like. */
function formatOf({ name, attributes }: XmlElement): TextFormat | undefined {
  // Blackboard's, which says HTML, SMART_TEXT or PLAIN.
  if (name === 'mat_formattedtext')
    return /^(plain|plain_text)$/i.test(attributes.type ?? '') ? 'plain' : 'html'
  if (name !== 'mattext' && name !== 'matemtext') return undefined
  return (attributes.texttype ?? 'text/plain').toLowerCase().includes('html') ? 'html' : 'plain'
}

function showImage(element: XmlElement, picture: (source: string, alt: string) => string | undefined) {
  const { uri = '', label = '', imagtype = 'image/png', embedded = '' } = element.attributes
  const isInside = embedded.toLowerCase() === 'base64' && uri === ''
  return picture(isInside ? `data:${imagtype};base64,${textOf(element).trim()}` : uri, label)
}

const texts = new Set([
  ...[
    'mattext',
    'matemtext',
    'mat_formattedtext',
    'matbreak',
    'matimage',
    'mataudio',
    'matvideo',
    'matapplet',
  ],
  'matapplication',
])

const listTexts = (element: XmlElement): XmlElement[] =>
  elementsOf(element).flatMap((child) => (texts.has(child.name) ? [child] : listTexts(child)))
