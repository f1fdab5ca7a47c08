import type { CertificateFacts } from '../facts.ts'

/** A text and the direction it is set in. */
type Written = { readonly text: string; readonly rtl: boolean }

const firstStrong = /[\p{L}]/u
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
/** Longer words would run over the border: they may break after this many letters. */
const longestWord = 24
const breakHere = '\u200b'
/** Stands for letters that no font of the certificate has, with the spaces between them. */
const omission = '[\u2026]'
const omissions = /\0[\0 ]*\0|\0/gu

const omissionNote = `${omission} stands for letters that this document does not have. `
const wholeTextNote = 'The whole text is in the credential inside this file and at the address below.'
/** In the place of a name of which nothing can be shown. */
const nameElsewhere = 'the person named at the address below'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The first letter decides, as browsers do with `dir="auto"`. */
const isRightToLeft = (text: string): boolean => rightToLeft.test(text.match(firstStrong)?.[0] ?? '')

function breakLongWord(word: string): string {
  const letters = [...graphemes.segment(word)].map(({ segment }) => segment)
  if (letters.length <= longestWord) return word
  return letters
    .map((letter, index) => (index > 0 && index % longestWord === 0 ? breakHere + letter : letter))
    .join('')
}

/**
 * The inputs of the template. `canShow` tells whether a font has a whole grapheme: PDF/UA forbids text without a
 * glyph, so what cannot be shown is left out visibly, and the certificate says where the whole text is.
 */
export function templateInputs(
  facts: CertificateFacts,
  qr: string,
  canShow: (grapheme: string) => boolean,
): Record<string, string> {
  let cut = 0
  const write = (text: string): Written => {
    const marked = [...graphemes.segment(text.replaceAll(/\s+/gu, ' '))]
      .map(({ segment }) => (canShow(segment) ? segment : '\0'))
      .join('')
    const shown = marked.replaceAll(omissions, omission)
    if (shown !== marked) cut++
    return { text: shown.split(' ').map(breakLongWord).join(' '), rtl: isRightToLeft(text) }
  }
  const shownDay = (instant: string) => day.format(new Date(instant))
  const named = write(facts.learnerName)
  const isNameCut = cut > 0 && named.text === omission
  const name = isNameCut ? { text: nameElsewhere, rtl: false } : named
  const course = write(facts.courseName)
  const lessons = facts.lessons.map((lesson) => ({
    title: write(lesson.title),
    quiz: write(lesson.quizName),
    score: `${lesson.score} of ${lesson.questions}`,
    date: shownDay(lesson.gradedAt),
  }))
  const shown = {
    title: `Certificate of completion ${facts.serial}`,
    issuer: facts.issuerName,
    heading: 'Certificate of Completion',
    intro: 'This certifies that',
    name,
    completed: 'has completed the course',
    course,
    issuedOn: `Issued on ${shownDay(facts.issuedAt)}`,
    note: cut === 0 ? '' : `${cut > (isNameCut ? 1 : 0) ? omissionNote : ''}${wholeTextNote}`,
    columns: ['Lesson', 'Quiz', 'Score', 'Date'],
    lessons,
    qrText: `QR code of the address ${facts.address}`,
    verifyText: 'Anyone can verify this certificate at',
    address: facts.address,
    serialText: `Serial ${facts.serial}`,
    keyText: 'It is signed with this key, which also verifies it without the site:',
    key: facts.key,
    attachment: 'The signed credential of this certificate',
    footer: `${facts.issuerName}, certificate ${facts.serial}`,
    pageWord: 'Page',
  }
  return { facts: JSON.stringify(shown), qr, credential: facts.credential, jwt: facts.credentialJwt }
}
