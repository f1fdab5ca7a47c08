import type { SignedFacts } from './credential.ts'

export type Difference = {
  /** What the field is called on the certificate. */
  readonly field: string
  readonly signed: string
  readonly shown: string
}

function namedFields(facts: SignedFacts): Map<string, string> {
  const fields = new Map([
    ['Serial', facts.serial],
    ['Name', facts.learnerName],
    ['Course', facts.courseName],
    ['Issued', facts.issuedAt],
    ['Issuer', facts.issuerName],
    ['Number of lessons', String(facts.lessons.length)],
  ])
  for (const [at, lesson] of facts.lessons.entries()) {
    fields.set(`Lesson ${at + 1}`, lesson.title)
    fields.set(`Quiz of lesson ${at + 1}`, lesson.quizName)
    fields.set(`Score of lesson ${at + 1}`, `${lesson.score} of ${lesson.questions}`)
    fields.set(`Date of lesson ${at + 1}`, lesson.gradedAt)
  }
  return fields
}

/** Every field in which two certificates differ, in the order of the page. */
export function differingFields(signed: SignedFacts, shown: SignedFacts): Difference[] {
  const [before, after] = [namedFields(signed), namedFields(shown)]
  const names = [...new Set([...before.keys(), ...after.keys()])]
  return names
    .map((field) => ({ field, signed: before.get(field) ?? '', shown: after.get(field) ?? '' }))
    .filter((one) => one.signed !== one.shown)
}
