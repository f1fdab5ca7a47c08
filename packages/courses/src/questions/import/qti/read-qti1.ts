import type { TextPictures } from '../pictures/found-pictures.ts'
import { showPicture } from '../pictures/show-picture.ts'
import { type Draft, type ReadText, Refusal } from '../read-file.ts'
import { toMarkdown } from '../to-markdown.ts'
import { type WeighedOption, weighOptions } from '../weigh-options.ts'
import { readItems } from '../xml/read-items.ts'
import { childOf, elementsOf, findAll, textOf, type XmlElement, type XmlNode } from '../xml/read-xml.ts'
import { type ScoredChoice, scoreChoice, scoreTogether } from './score-qti1.ts'

/** Reads QTI 1.2 (IMS Question & Test Interoperability), also as Canvas and Common Cartridge write it. */
export function readQti1(text: string, pictures?: TextPictures): ReadText {
  return readItems(text, { names: ['item'], read: (item) => readItem(item, pictures) })
}

const otherResponses: Readonly<Record<string, string>> = {
  response_str: 'Its answer is to be typed',
  response_num: 'Its answer is a number to be typed',
  response_grp: 'Pairs are to be matched or sorted',
  response_xy: 'A place on a picture is to be chosen',
  response_extension: 'It needs a program of its own',
}

const otherKinds: Readonly<Record<string, string>> = {
  text_only_question: 'It is a description: it asks nothing.',
  file_upload_question: 'A file is to be uploaded: a quiz here is chosen from options.',
}

function metadata(item: XmlElement): ReadonlyMap<string, string> {
  const fields = findAll(item, 'qtimetadatafield').map((field): [string, string] => [
    textOf(childOf(field, 'fieldlabel')).trim(),
    textOf(childOf(field, 'fieldentry')).trim(),
  ])
  return new Map(fields)
}

/** What a text of the item is shown with. */
type Showing = { readonly changes: string[]; readonly pictures: TextPictures | undefined }

function readItem(item: XmlElement, pictures: TextPictures | undefined): Draft {
  const kind = metadata(item).get('question_type') ?? ''
  const other = otherKinds[kind]
  if (other !== undefined) throw new Refusal(other)
  const presentation = childOf(item, 'presentation')
  if (!presentation) throw new Refusal('It has no question.')
  for (const [name, why] of Object.entries(otherResponses))
    if (findAll(presentation, name).length > 0)
      throw new Refusal(`${why}: a quiz here is chosen from options.`)
  const responses = findAll(presentation, 'response_lid')
  const [response] = responses
  if (!response) throw new Refusal('It has no options: a quiz here is chosen from options.')
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
  const isSeveral = (response.attributes.rcardinality ?? 'Single').toLowerCase() === 'multiple'
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
  return weighOptions({ question, options, explanation: general, changes })
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
    if (text.name === 'matbreak') return ''
    if (text.name === 'mattext' || text.name === 'matemtext') {
      const type = (text.attributes.texttype ?? 'text/plain').toLowerCase()
      return toMarkdown(textOf(text), type.includes('html') ? 'html' : 'plain', { changes, picture })
    }
    const { uri = '', label = '' } = text.attributes
    const shown = text.name === 'matimage' ? picture(uri, label) : undefined
    if (shown === undefined) changes.push('A picture or a file was left out')
    return shown ?? ''
  })
  return pieces.filter((piece) => piece !== '').join('\n\n')
}

const texts = new Set([
  ...['mattext', 'matemtext', 'matbreak', 'matimage', 'mataudio', 'matvideo', 'matapplet', 'matapplication'],
])

const listTexts = (element: XmlElement): XmlElement[] =>
  elementsOf(element).flatMap((child) => (texts.has(child.name) ? [child] : listTexts(child)))
