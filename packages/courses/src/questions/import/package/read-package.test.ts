import { expect, test } from 'vitest'
import { readQuestionsOf } from '../read-questions.ts'
import { gapsOf, refusals, zipOf as zip } from '../testing.ts'

const read = async (bytes: Uint8Array) => {
  const file = await readQuestionsOf({ name: 'package.zip', bytes })
  expect(gapsOf(file)).toEqual([])
  return file
}

const item = (
  asked: string,
) => `<item ident="i"><presentation><material><mattext>${asked}</mattext></material>
<response_lid ident="r"><render_choice><response_label ident="a"><material><mattext>x</mattext></material></response_label>
<response_label ident="b"><material><mattext>y</mattext></material></response_label></render_choice></response_lid></presentation>
<resprocessing><respcondition><conditionvar><varequal respident="r">b</varequal></conditionvar><setvar>1</setvar></respcondition>
</resprocessing></item>`
const bank = (...asked: string[]) =>
  `<?xml version="1.0"?><questestinterop>${asked.map(item).join('')}</questestinterop>`

test('every file of a package is accounted for; what holds no questions is ignored by rule', async () => {
  const file = await read(
    await zip({
      'imsmanifest.xml': '<manifest/>',
      'a/quiz.xml': bank('One?', 'Two?'),
      'non_cc_assessments/quiz.xml.qti': bank('One?', 'Three?'),
      'web/picture.png': Buffer.from([1, 2, 3]),
    }),
  )
  expect(file.files.map(({ name }) => name)).toHaveLength(4)
  expect(file.questions.map(({ question }) => question)).toEqual(['One?', 'Two?', 'Three?'])
  const notes = file.files.flatMap(({ spans }) => spans.flatMap((span) => span.notes))
  expect(notes).toContain('The same question stands in a/quiz.xml')
})

test('a package that is damaged, cut off or no package is refused, and nothing is thrown', async () => {
  const whole = await zip({ 'quiz.xml': bank('One?') })
  for (const bytes of [
    whole.subarray(0, whole.length - 10),
    whole.subarray(0, 30),
    Buffer.from('PK\x03\x04 no'),
    Buffer.concat([whole.subarray(0, 40), Buffer.alloc(60), whole.subarray(100)]),
  ]) {
    const file = await read(bytes)
    expect(refusals(file)).not.toEqual([])
  }
})

test('a package that unpacks to too much, has too many files, or names that lead outside is not read', async () => {
  const bomb = await zip({ 'quiz.xml': Buffer.alloc(5_000_000, ' ') })
  expect(refusals(await read(bomb))).toEqual([expect.stringContaining('very much larger')])
  const many = await zip(Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`${at}.xml`, 'x'])))
  expect(refusals(await read(many))).toEqual([expect.stringContaining('2,001 files')])
  const honest = await zip({ 'aa/quiz.xml': bank('One?') })
  const outside = Buffer.from(honest.toString('latin1').replaceAll('aa/quiz.xml', '../quiz.xml'), 'latin1')
  expect(refusals(await read(outside))).toEqual([expect.stringContaining('outside of itself')])
})

test('a package inside of a package is refused, and the rest comes in', async () => {
  const inner = await zip({ 'quiz.xml': bank('Inside?') })
  const file = await read(await zip({ 'more.imscc': inner, 'quiz.xml': bank('One?') }))
  expect(file.questions.map(({ question }) => question)).toEqual(['One?'])
  expect(refusals(file)).toEqual([expect.stringContaining('inside of a package')])
})
