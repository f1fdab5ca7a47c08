import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readQuestionsOf } from './read-questions.ts'
import { gapsOf } from './testing.ts'

const gift = `// A bank\n$CATEGORY: law\n\n::One::Is é right? {T#no#yes}\n\n::Two::[html]<p>Q &amp; A</p> {=a ~%-50%b#why ####all}\n
Three {=x ~y\n\nFour? {=ä ~b}\n::Five:: 5 \\{ {~c =d} end\n`
const moodle = `<?xml version="1.0" encoding="UTF-8"?>\n<quiz><!-- c --><question type="category"><category><text>x</text></category></question>
<question type="multichoice"><questiontext format="html"><text><![CDATA[<p>Wer? ü</p>]]></text></questiontext>
<answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer></question>
<question type="truefalse"><questiontext><text>T?</text></questiontext><answer fraction="100"><text>true</text></answer>
<answer fraction="0"><text>false</text></answer></question></quiz>\n`
const aiken = `Who wrote it, é?\nA. Madison\nB) Mason\nANSWER: A\n\nSecond?\nA. x\nB. y\n\nThird?\nA. x\nB. y\nANSWER: B\n`
const qti1 = `<?xml version="1.0"?><questestinterop><assessment><section><item ident="i"><presentation><material>
<mattext>Wo? ö</mattext></material><response_lid ident="r"><render_choice><response_label ident="a"><material><mattext>1</mattext>
</material></response_label><response_label ident="b"><material><mattext>2</mattext></material></response_label></render_choice>
</response_lid></presentation><resprocessing><respcondition><conditionvar><varequal respident="r">b</varequal></conditionvar>
<setvar>1</setvar></respcondition></resprocessing></item></section></assessment></questestinterop>`
const qti2 = `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1"><responseDeclaration identifier="R" cardinality="single">
<correctResponse><value>B</value></correctResponse></responseDeclaration><itemBody><p>Où?</p><choiceInteraction responseIdentifier="R"
maxChoices="1"><simpleChoice identifier="A">1</simpleChoice><simpleChoice identifier="B">2</simpleChoice></choiceInteraction>
</itemBody></assessmentItem>`
const csv = `question,key,explanation,option A,option B\r\n"Who, é?",A,,x,"y ""z"""\r\nTwo?,C,,x,y\r\n"Three"?,A,,x,y\r\nFour?,B,"a\nb",x,y\r\n`

const samples = {
  gift,
  'moodle.xml': moodle,
  'aiken.txt': aiken,
  'qti1.xml': qti1,
  'qti2.xml': qti2,
  'a.csv': csv,
}

/** Bytes left out, doubled or replaced, at random positions. */
const damage = fc.array(
  fc.record({
    at: fc.nat(),
    cut: fc.nat({ max: 40 }),
    put: fc.oneof(
      fc.constantFrom(
        '{',
        '}',
        '"',
        '<',
        '>',
        ']]>',
        '<!--',
        '<![CDATA[',
        '::',
        '\n\n',
        '\\',
        '~',
        '=',
        '&',
        '<item',
        '</question>',
      ),
      fc.string({ maxLength: 5 }),
    ),
    raw: fc.uint8Array({ maxLength: 3 }),
  }),
  { maxLength: 6 },
)

for (const [name, sample] of Object.entries(samples)) {
  test(`the spans of ${name} cover it whole, however it is damaged and in whatever encoding`, async () => {
    const encoded = fc.constantFrom('utf8', 'utf16le', 'latin1')
    await fc.assert(
      fc.asyncProperty(damage, encoded, async (damages, encoding) => {
        let bytes = Buffer.from(sample, encoding as BufferEncoding)
        for (const { at, cut, put, raw } of damages) {
          const from = at % (bytes.length + 1)
          bytes = Buffer.concat([bytes.subarray(0, from), Buffer.from(put), raw, bytes.subarray(from + cut)])
        }
        expect(gapsOf(await readQuestionsOf({ name, bytes }))).toEqual([])
      }),
      { numRuns: 150 },
    )
  })
}

test('the spans of any bytes cover them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300, size: 'max' }), async (bytes) => {
      expect(gapsOf(await readQuestionsOf({ name: 'file', bytes }))).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('the mark of an encoding is counted, and has nothing to show', async () => {
  const { files } = await readQuestionsOf({ name: 'a.csv', bytes: Buffer.from(`\ufeff${csv}`) })
  expect(files[0]?.spans[0]).toMatchObject({ from: 0, to: 3, fate: 'ignored', text: '' })
  expect(files[0]?.spans.filter(({ text }) => text === null)).toEqual([])
})
