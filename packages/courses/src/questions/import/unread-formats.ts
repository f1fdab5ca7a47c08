/** The elements around the questions of formats that are read: these may speak of any other in their texts. */
const isRead = /<(\w+:)?(quiz|questestinterop|assessmentItem|qti-assessment-item)[\s>]/
/** Elements of OLX around the options of a problem. */
const olx = /<(multiplechoiceresponse|choiceresponse|optionresponse|stringresponse|numericalresponse)[\s>]/

const instead = 'please bring its questions as GIFT, Moodle XML, QTI, or CSV.'

function isParsed(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** A text of GIFT may begin with the same signs, and is no JSON: neither as a whole, nor line by line. */
const isJson = (text: string): boolean =>
  (/^[[{]/.test(text) && isParsed(text)) || (/^\{\s*"/.test(text) && isParsed(/^.*/.exec(text)?.[0] ?? ''))

const moodleBackup =
  'It is a backup of a Moodle course, which is not read: please export its questions as Moodle XML.'
const inPlainText = 'please save its questions as plain text (UTF-8) in GIFT or Aiken.'

/** Formats of XML for questions, by the name of an element that only they have. */
const xmlFormats: readonly (readonly [RegExp, string])[] = [
  [olx, `It is OLX, as Open edX writes it, which is not read: ${instead}`],
  [
    /<QUESTION_(MULTIPLECHOICE|MULTIPLEANSWER|TRUEFALSE|ESSAY|MATCH|FILLINBLANK)[\s>]/,
    `It is a pool of an old Blackboard, which is not read: ${instead}`,
  ],
  [/<examview[\s>]/, `It is a bank of ExamView, which is not read: ${instead}`],
  [/<(question_categories|moodle_backup)[\s>]/, moodleBackup],
]

/** How files begin that are no text, by their first bytes. */
const beginnings: readonly (readonly [string, string])[] = [
  ['25504446', `It is a PDF, which is not read: ${inPlainText}`],
  ['7b5c727466', `It is RTF, the text of a word processor: ${inPlainText}`],
  ['d0cf11e0', 'It is a document of an old office program: please save it as plain text or CSV (UTF-8).'],
  ['89504e47', 'It is a picture: questions are read from texts.'],
  ['ffd8ff', 'It is a picture: questions are read from texts.'],
  ['47494638', 'It is a picture: questions are read from texts.'],
  [
    '1f8b',
    'It is an archive that is not read. Of a Moodle backup, please export the questions as Moodle XML; else please unpack it.',
  ],
  ['377abcaf', 'It is an archive that is not read: please unpack it, or pack it as ZIP.'],
  ['52617221', 'It is an archive that is not read: please unpack it, or pack it as ZIP.'],
]

/** What is said of a file that is no text at all, by how it begins; undefined for every other. */
export function findUnreadBytes(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 8)).toString('hex')
  return beginnings.find(([beginning]) => start.startsWith(beginning))?.[1]
}

/** Documents that are ZIP packages, by a file that only they have. */
const documents: readonly (readonly [RegExp, string])[] = [
  [
    /^xl\/workbook\.\w+$/,
    'It is a workbook of Excel in a form that is not read: please save it as XLSX, or its sheet as CSV (UTF-8).',
  ],
  [/^word\/document\.xml$/, `It is a document of Word, which is not read: ${inPlainText}`],
  [/^ppt\/presentation\.xml$/, `It is a presentation, which is not read: ${inPlainText}`],
  [/^h5p\.json$/, `It is H5P, which is not read: ${instead}`],
  [/^collection\.anki\w*$/, `It is a deck of Anki, which is not read: ${instead}`],
  [/^moodle_backup\.xml$/, moodleBackup],
  [/^mimetype$/, `It is a document of another program, which is not read: ${inPlainText}`],
]

/** What is said of a package that is the document of a program; undefined for a package of files. */
export const findUnreadDocument = (names: readonly string[]): string | undefined =>
  documents.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1]

/**
 * What is said of a file in a format that programs write for questions and that is not read here, so that nobody looks
 * for a mistake in the file; undefined for every other.
 */
export function findUnreadFormat(text: string): string | undefined {
  const start = text.trimStart()
  if (start.startsWith('<') && !isRead.test(text)) {
    const found = xmlFormats.find(([element]) => element.test(text))
    if (found) return found[1]
  }
  if (isJson(start)) return `It is JSON, which is not read: ${instead}`
  return undefined
}
