import fc from 'fast-check'

const vocabulary = 'the a right conscience law of and to in church state free religion person may not'.split(
  ' ',
)
const sentence = fc
  .array(fc.constantFrom(...vocabulary), { minLength: 2, maxLength: 8 })
  .map((words) => `${words.join(' ')}.`)
/** Few different lines, and many of them empty: repeated lines are what makes a merge ambiguous. */
const prose = fc.oneof({ weight: 2, arbitrary: fc.constant('') }, { weight: 3, arbitrary: sentence })
const letters = fc.constantFrom('a', 'b', 'c', 'd', '')

type Edit = { readonly at: number; readonly removed: number; readonly added: readonly string[] }

function applyEdits(lines: readonly string[], edits: readonly Edit[]): string[] {
  const edited = [...lines]
  for (const { at, removed, added } of edits) edited.splice(Math.floor(at * edited.length), removed, ...added)
  return edited
}

const editsOf = (line: fc.Arbitrary<string>) =>
  fc.array(
    fc.record({
      at: fc.nat(999).map((thousandths) => thousandths / 1000),
      removed: fc.nat(2),
      added: fc.array(line, { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 3 },
  )

const asText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

const triplesOf = (line: fc.Arbitrary<string>) =>
  fc
    .record({
      lines: fc.array(line, { minLength: 6, maxLength: 40, size: 'max' }),
      mine: editsOf(line),
      theirs: editsOf(line),
    })
    .map(({ lines, mine, theirs }) => ({
      base: asText(lines),
      mine: asText(applyEdits(lines, mine)),
      theirs: asText(applyEdits(lines, theirs)),
    }))

/** A text and what two people made of it: prose with empty lines, or lines of one letter. */
export const randomTriple = fc.noBias(
  fc.oneof({ weight: 2, arbitrary: triplesOf(prose) }, triplesOf(letters)),
)
