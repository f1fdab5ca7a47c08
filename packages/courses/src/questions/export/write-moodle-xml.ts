import type { ReadQuestion } from '../import/read-file.ts'

export const moodleXmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n'
export const moodleXmlEnd = '</quiz>\n'

const escapeXml = (text: string) =>
  text.replace(
    /[&<>"\r]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '&#13;',
  )

const text = (content: string) => `<text>${escapeXml(content)}</text>`

export const moodleXmlCategory = (title: string): string =>
  `  <question type="category"><category>${text(`$course$/top/${title.replaceAll('/', '//')}`)}</category></question>\n`

/** The question's name is what Moodle lists it by. */
const nameOf = (question: string) => question.replace(/\s+/g, ' ').slice(0, 80)

/** A question in Moodle's XML, with texts as Markdown. */
export function writeMoodleXmlQuestion({ question, options, answer, explanation }: ReadQuestion): string {
  const answers = options.map(
    (option, at) =>
      `    <answer fraction="${at === answer ? 100 : 0}" format="markdown">${text(option)}</answer>\n`,
  )
  return `  <question type="multichoice">
    <name>${text(nameOf(question))}</name>
    <questiontext format="markdown">${text(question)}</questiontext>
    <generalfeedback format="markdown">${text(explanation ?? '')}</generalfeedback>
    <defaultgrade>1</defaultgrade>
    <single>true</single>
    <shuffleanswers>false</shuffleanswers>
    <answernumbering>ABCD</answernumbering>
${answers.join('')}  </question>\n`
}
