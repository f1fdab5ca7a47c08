import type { TextPictures } from '../pictures/found-pictures.ts'
import { showPicture } from '../pictures/show-picture.ts'
import { type Draft, type ReadText, Refusal } from '../read-file.ts'
import { toMarkdown } from '../to-markdown.ts'
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

/** Reads items of QTI 2.1 and 2.2 (1EdTech Question & Test Interoperability). */
export function readQti2(text: string, pictures?: TextPictures): ReadText {
  return readItems(text, { names: ['assessmentItem'], read: (item) => readQti2Item(item, pictures) })
}

const inNeedOf: Readonly<Record<string, string>> = {
  textEntryInteraction: 'Its answer is to be typed',
  extendedTextInteraction: 'It is an essay',
  inlineChoiceInteraction: 'It has gaps in its text',
  gapMatchInteraction: 'Gaps are to be filled by dragging',
  graphicGapMatchInteraction: 'Gaps are to be filled by dragging',
  matchInteraction: 'Pairs are to be matched',
  associateInteraction: 'Pairs are to be matched',
  graphicAssociateInteraction: 'Pairs are to be matched',
  orderInteraction: 'Something is to be put in order',
  graphicOrderInteraction: 'Something is to be put in order',
  hotspotInteraction: 'A place on a picture is to be chosen',
  selectPointInteraction: 'A place on a picture is to be chosen',
  positionObjectInteraction: 'A place on a picture is to be chosen',
  hottextInteraction: 'Words in a text are to be chosen',
  sliderInteraction: 'A number is to be chosen',
  drawingInteraction: 'Something is to be drawn',
  mediaInteraction: 'It is a video or a sound',
  uploadInteraction: 'A file is to be uploaded',
  customInteraction: 'It needs a program of its own',
  endAttemptInteraction: 'It needs a program of its own',
}

/** @throws Refusal */
export function readQti2Item(item: XmlElement, pictures: TextPictures | undefined): Draft {
  const whole = childOf(item, 'itemBody')
  if (!whole) throw new Refusal('It has no question.')
  // A button that shows a hint. In an adaptive item it leads on to the next step.
  const body = item.attributes.adaptive === 'true' ? whole : without(whole, ['endAttemptInteraction'])
  const changes = findAll(whole, 'endAttemptInteraction').length > 0 ? ['A button was left out'] : []
  for (const [name, why] of Object.entries(inNeedOf))
    if (findAll(body, name).length > 0) throw new Refusal(`${why}: a quiz here is chosen from options.`)
  if (findNames(body).some((name) => name.endsWith('Interaction') && name !== 'choiceInteraction'))
    throw new Refusal(`${inNeedOf.customInteraction}: a quiz here is chosen from options.`)
  const interactions = findAll(body, 'choiceInteraction')
  const [interaction] = interactions
  if (!interaction) throw new Refusal('It is a description: it asks nothing.')
  if (interactions.length > 1)
    throw new Refusal(`It has ${interactions.length} parts to be answered: a question here has one.`)
  if (findAll(item, 'templateDeclaration').length > 0)
    throw new Refusal('Its texts are calculated for each learner.')
  return readChoice(item, { body, interaction }, { changes, pictures })
}

const findNames = (element: XmlElement): string[] =>
  elementsOf(element).flatMap((child) => [child.name, ...findNames(child)])

type Asked = { readonly body: XmlElement; readonly interaction: XmlElement }

function readChoice(
  item: XmlElement,
  { body, interaction }: Asked,
  { changes, pictures }: { readonly changes: string[]; readonly pictures: TextPictures | undefined },
): Draft {
  const { responseIdentifier = '', maxChoices = '1' } = interaction.attributes
  const declaration = elementsOf(item, 'responseDeclaration').find(
    ({ attributes }) => attributes.identifier === responseIdentifier,
  )
  const { right, partOf } = readKey(declaration)
  const isSeveral = declaration?.attributes.cardinality === 'multiple' || maxChoices !== '1'
  if (right.length > 1)
    throw new Refusal(`${right.length} options are right together: a question here has one right option.`)
  if (isSeveral && declaration?.attributes.cardinality === 'multiple')
    changes.push('Several options could be chosen: one is chosen here')
  const choices = findAll(interaction, 'simpleChoice')
  const ids = choices.map(({ attributes }) => attributes.identifier ?? '')
  if (new Set(ids).size < ids.length) throw new Refusal('Two of its options have the same name.')
  const picture = showPicture(pictures?.find, changes)
  const show = (element: XmlElement) => toMarkdown(htmlOf(element), 'html', { changes, picture })
  const options = choices.map((choice): WeighedOption => {
    const ident = choice.attributes.identifier ?? ''
    const said = [...findAll(choice, 'feedbackInline'), ...findAll(choice, 'feedbackBlock')]
    return {
      text: show(without(choice, ['feedbackInline', 'feedbackBlock'])),
      weight: right.includes(ident) ? 100 : partOf(ident),
      feedback: said.map(show).join(' '),
      at: choice.at,
    }
  })
  const prompt = childOf(interaction, 'prompt')
  const before = show(without(body, ['choiceInteraction', ...feedbacks, 'rubricBlock']))
  const question = [before, prompt ? show(prompt) : ''].filter((text) => text !== '').join('\n\n')
  const isElsewhere = findAll(body, 'include').length > 0 || findAll(item, 'assessmentStimulusRef').length > 0
  if (isElsewhere) changes.push('What it includes from another file was left out')
  if (findAll(body, 'rubricBlock').length > 0) changes.push('What is said to those who grade was left out')
  return weighOptions({
    question,
    options,
    explanation: readFeedback(item, body, { show, changes }),
    changes,
  })
}

type Key = {
  readonly right: readonly string[]
  /** The part of the mark that another option gives, in percent. */
  readonly partOf: (ident: string) => number
}

/**
 * The key: the correct response, else the options that the mapping gives most for.
 * @throws Refusal where the two name different options: which of them counts is a matter of the program
 */
function readKey(declaration: XmlElement | undefined): Key {
  const correct = childOf(declaration, 'correctResponse')
  const named = correct && [...new Set(elementsOf(correct, 'value').map((value) => textOf(value).trim()))]
  const mapping = childOf(declaration, 'mapping')
  const values = new Map(
    (mapping ? elementsOf(mapping, 'mapEntry') : []).map(({ attributes }) => [
      attributes.mapKey ?? '',
      Number(attributes.mappedValue ?? '0') || 0,
    ]),
  )
  const best = Math.max(0, ...values.values())
  const mapped = best === 0 ? [] : [...values].flatMap(([ident, value]) => (value === best ? [ident] : []))
  if (named && mapped.length > 0 && !named.some((ident) => mapped.includes(ident)))
    throw new Refusal('Its correct response and its marks name different options.')
  const partOf = (ident: string) =>
    best === 0 ? 0 : Math.round((1000 * (values.get(ident) ?? 0)) / best) / 10
  return { right: named ?? mapped, partOf: (ident) => Math.min(partOf(ident), 99) }
}

/** The last stands outside of the body, and programs also write it inside. */
const feedbacks = ['feedbackBlock', 'feedbackInline', 'modalFeedback']

type Feedback = { readonly show: (element: XmlElement) => string; readonly changes: string[] }

/** Feedback of the whole item is told by rules; where there is one text, it is the explanation. */
function readFeedback(item: XmlElement, body: XmlElement, { show, changes }: Feedback): string | null {
  const outside = without(body, ['choiceInteraction'])
  const inBody = feedbacks.flatMap((name) => findAll(outside, name))
  const said = [...inBody, ...elementsOf(item, 'modalFeedback')].map(show).filter((text) => text !== '')
  if (said.length <= 1) return said[0] ?? null
  changes.push('What is said to right and wrong answers became one explanation')
  return [...new Set(said)].join('\n\n')
}

const without = (element: XmlElement, names: readonly string[]): XmlElement => ({
  ...element,
  children: element.children.flatMap((child): XmlNode[] => {
    if (typeof child === 'string') return [child]
    return names.includes(child.name) ? [] : [without(child, names)]
  }),
})
