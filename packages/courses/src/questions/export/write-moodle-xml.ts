import type { ReadQuestion } from '../import/read-file.ts'
import type { PackedPicture, PackedPictures } from './pack-pictures.ts'

export const moodleXmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n'
export const moodleXmlEnd = '</quiz>\n'

const escapeXml = (text: string) =>
  text.replace(
    /[&<>"\r]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '&#13;',
  )

const text = (content: string) => `<text>${escapeXml(content)}</text>`

/** A text with the pictures that it shows beside it, as Moodle writes them. */
function textWithFiles(content: string, pictures: PackedPictures): string {
  const shown = new Map<string, PackedPicture>()
  const named = content.replace(
    /(!\[(?:\\.|[^\]\\\n]){0,1000}\]\()(\/[^\s()]{1,200})(?=\))/g,
    (whole, before: string, address: string) => {
      const picture = pictures.get(address)
      if (picture) shown.set(picture.name, picture)
      return picture ? `${before}@@PLUGINFILE@@/${picture.name}` : whole
    },
  )
  const files = [...shown.values()].map(
    ({ name, bytes }) =>
      `<file name="${escapeXml(name)}" path="/" encoding="base64">${bytes.toString('base64')}</file>`,
  )
  return [text(named), ...files].join('')
}

export const moodleXmlCategory = (title: string): string =>
  `  <question type="category"><category>${text(`$course$/top/${title.replaceAll('/', '//')}`)}</category></question>\n`

/** The question's name is what Moodle lists it by. */
const nameOf = (question: string) => question.replace(/\s+/g, ' ').slice(0, 80)

/** A question in Moodle's XML, with texts as Markdown. */
export function writeMoodleXmlQuestion(
  { question, options, answer, explanation }: ReadQuestion,
  pictures: PackedPictures,
): string {
  const shown = (content: string) => textWithFiles(content, pictures)
  const answers = options.map(
    (option, at) =>
      `    <answer fraction="${at === answer ? 100 : 0}" format="markdown">${shown(option)}</answer>\n`,
  )
  return `  <question type="multichoice">
    <name>${text(nameOf(question))}</name>
    <questiontext format="markdown">${shown(question)}</questiontext>
    <generalfeedback format="markdown">${shown(explanation ?? '')}</generalfeedback>
    <defaultgrade>1</defaultgrade>
    <single>true</single>
    <shuffleanswers>false</shuffleanswers>
    <answernumbering>ABCD</answernumbering>
${answers.join('')}  </question>\n`
}
