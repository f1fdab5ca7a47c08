import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTextFile } from './testing.ts'

/** A bank: its questions with what stands around and between them. */
type Bank = {
  readonly name: string
  readonly head: string
  readonly between: string
  readonly end: string
  readonly write: (n: number) => string
}

const banks: readonly Bank[] = [
  {
    ...{ name: 'bank.gift', head: '', between: '\n\n', end: '\n' },
    write: (n) => `::T${n}::Question ${n}?{\n=right${n}#yes\n~wrong${n}\n}`,
  },
  {
    ...{ name: 'moodle.xml', head: '<?xml version="1.0"?>\n<quiz>\n', between: '\n', end: '\n</quiz>' },
    write: (n) =>
      `<question type="multichoice"><questiontext format="html"><text><![CDATA[<p>Question ${n}?</p>]]></text></questiontext><answer fraction="100"><text>right${n}</text></answer><answer fraction="0"><text>wrong${n}</text></answer></question>`,
  },
  {
    ...{ name: 'qti.xml', head: '<questestinterop>\n', between: '\n', end: '\n</questestinterop>' },
    write: (n) =>
      `<item ident="i${n}"><presentation><material><mattext>Question ${n}?</mattext></material><response_lid ident="r"><render_choice><response_label ident="a"><material><mattext>right${n}</mattext></material></response_label><response_label ident="b"><material><mattext>wrong${n}</mattext></material></response_label></render_choice></response_lid></presentation><resprocessing><respcondition><conditionvar><varequal respident="r">a</varequal></conditionvar><setvar>1</setvar></respcondition></resprocessing></item>`,
  },
  {
    ...{ name: 'bank.csv', head: 'question,key,explanation,option A,option B\n', between: '\n', end: '\n' },
    write: (n) => `"Question ${n}?",A,,"right${n}","wrong${n}"`,
  },
]

const signs = fc.constantFrom(
  ...[
    '',
    '{',
    '}',
    '"',
    '<',
    '>',
    ']]>',
    '<!--',
    '-->',
    '<![CDATA[',
    '::',
    '\n',
    '\n\n',
    '\\',
    '~',
    '=',
    '&',
    '#',
  ],
  ...['</question>', '</item>', '<item ', '<question ', '//', 'ANSWER: A\n', ',', '?>', '<?', '\0'],
)

for (const { name, head, between, end, write } of banks)
  test(`${name}: one sign that is lost or too much costs no other question`, async () => {
    const one = write(3)
    // The name of an element that is cut in two is no element any more, and what follows stands outside of any.
    const position = fc.integer({ min: name.endsWith('.xml') ? 10 : 0, max: one.length })
    await fc.assert(
      fc.asyncProperty(position, fc.nat(20), signs, async (at, cut, sign) => {
        const damaged = one.slice(0, at) + sign + one.slice(at + cut)
        const all = [write(1), write(2), damaged, write(4), write(5)]
        const { questions } = await readTextFile(head + all.join(between) + end, name)
        for (const n of [1, 2, 4, 5])
          expect(questions).toContainEqual({
            ...{ question: `Question ${n}?`, options: [`right${n}`, `wrong${n}`], answer: 0 },
            explanation: name.endsWith('.gift') ? `- right${n}: yes` : null,
          })
      }),
      { numRuns: 400 },
    )
  })
