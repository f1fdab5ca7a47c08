import type { Checked } from '@freeor/courses/certificates/credential/check-credential'
import { certificateTexts as texts } from '../texts/certificates.ts'

/** What the check of a file found, in words. */
export type Described = {
  readonly isGood: boolean
  readonly headline: string
  /** What is wrong, or has to be known besides. */
  readonly notes: readonly string[]
  /** Each field with what was signed; empty when nothing signed was found. */
  readonly signed: readonly (readonly [field: string, value: string])[]
}

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A day as certificates print it. A text that is no date stays what it is. */
export function shownDay(instant: string): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? instant : days.format(date)
}

function signedFields(facts: Checked['facts']): Described['signed'] {
  if (!facts) return []
  const { fields, score } = texts
  return [
    ['Name', facts.learnerName],
    ['Course', facts.courseName],
    [fields.issuedAt, shownDay(facts.issuedAt)],
    [fields.issuer, facts.issuerName],
    [fields.serial, facts.serial],
    ...facts.lessons.map(
      (lesson) =>
        [
          lesson.title,
          `${lesson.quizName}, ${score(lesson.score, lesson.questions)}, ${shownDay(lesson.gradedAt)}`,
        ] as const,
    ),
  ]
}

function problemNotes(problems: Checked['problems']): string[] {
  return problems.flatMap((problem) => {
    const sentence = texts.result.problems[problem.kind]
    if (problem.kind !== 'changed') return [sentence]
    const differing = problem.differences.map(({ field, shown, signed }) =>
      texts.result.differs(field, shown, signed),
    )
    return [sentence, ...differing]
  })
}

export type About = {
  /** Nobody could be asked whether it was revoked. */
  readonly isStatusUnknown: boolean
  /** The file is a PDF and not the one that the site makes. */
  readonly hasOtherBytes?: boolean
}

/** Says what a check found. */
export function describeCheck({ problems, facts }: Checked, about: About): Described {
  const isGood = problems.length === 0
  const { valid, genuine, wrong, statusUnknown, otherBytes } = texts.result
  return {
    isGood,
    headline: isGood ? (about.isStatusUnknown ? genuine : valid) : wrong,
    notes: [
      ...problemNotes(problems),
      ...(isGood && about.hasOtherBytes ? [otherBytes] : []),
      ...(isGood && about.isStatusUnknown ? [statusUnknown] : []),
    ],
    signed: signedFields(facts),
  }
}
