/** The elements around the questions of formats that are read: these may speak of any other in their texts. */
const isRead = /<(\w+:)?(quiz|questestinterop|assessmentItem)[\s>]/
/** Elements of OLX around the options of a problem. */
const olx = /<(multiplechoiceresponse|choiceresponse|optionresponse|stringresponse|numericalresponse)[\s>]/

const instead = 'please bring its questions as GIFT, Moodle XML, QTI 1.2 or 2.1, or CSV.'

/** A text of GIFT may begin with the same signs, and is no JSON as a whole. */
function isJson(text: string): boolean {
  if (!/^[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * What is said of a file in a format that programs write for questions and that is not read here, so that nobody looks
 * for a mistake in the file; undefined for every other.
 */
export function findUnreadFormat(text: string): string | undefined {
  const start = text.trimStart()
  if (start.startsWith('<') && !isRead.test(text)) {
    if (/<(\w+:)?qti-assessment-item[\s>]/.test(text)) return `It is QTI 3, which is not read: ${instead}`
    if (olx.test(text)) return `It is OLX, as Open edX writes it, which is not read: ${instead}`
  }
  if (isJson(start)) return `It is JSON, which is not read: ${instead}`
  if (/^"?NewQuestion"?[,;\t]/m.test(start.slice(0, 20_000)) && /^"?QuestionText"?[,;\t]/m.test(start))
    return 'It is CSV with a row for each option, as Brightspace imports it, which is not read: please export QTI from Brightspace.'
  return undefined
}
