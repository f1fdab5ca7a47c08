import { expect, test } from 'vitest'
import { changes, gapsOf, readTextFile, refusals } from '../testing.ts'

const read = async (text: string) => {
  const file = await readTextFile(text, 'bank.gift')
  expect(gapsOf(file)).toEqual([])
  return file
}
const only = async (text: string) => {
  const file = await read(text)
  expect(refusals(file)).toEqual([])
  return file.questions[0]
}
const refusal = async (text: string) =>
  (await read(text)).files[0]?.spans.find(({ fate }) => fate === 'refused')?.notes[0]

test('a choice has its options in their order, the one with = right', async () => {
  expect(await only('::T::Who wrote it?{ ~Roger Williams =James Madison ~John Locke }')).toEqual({
    question: 'Who wrote it?',
    options: ['Roger Williams', 'James Madison', 'John Locke'],
    answer: 1,
    explanation: null,
  })
})

test('escapes are read: the signs of GIFT, a backslash, the end of a line; other backslashes stay', async () => {
  const one = await only('Is \\{x\\} \\= 3\\: \\~y\\# \\alpha?\\nSecond line {=a\\=b\\\\c ~d \\~ e}')
  expect(one?.question).toBe('Is {x} = 3: ~y# \\alpha?\nSecond line')
  expect(one?.options).toEqual(['a=b\\c', 'd ~ e'])
})

test('an option with the whole mark is right however it is written, and deductions are left out', async () => {
  const file = await read('Q {~%100%yes ~%-50%no ~perhaps}')
  expect(file.questions[0]).toMatchObject({ options: ['yes', 'no', 'perhaps'], answer: 0 })
  expect(changes(file)).toEqual(['Deductions for wrong options were left out'])
})

test('options that are right together are refused, and so are two whole marks', async () => {
  expect(await refusal('Q {~%50%a ~%50%b ~%-100%c}')).toBe(
    '2 options are right together: a question here has one right option.',
  )
  expect(await refusal('Q {=a =b ~c}')).toBe('2 options are right: a question here has one right option.')
  expect(await refusal('Q {~a ~b}')).toBe('No option is marked as the right one.')
  expect(await refusal('Q {=a %50%b ~%50%c ~d}')).toBeUndefined()
})

test.each([
  ['{}', 'It is an essay'],
  ['{=Paris =paris}', 'to be typed'],
  ['{#3.14:0.01}', 'a number'],
  ['{=a -> b =c -> d}', 'matched'],
  ['', 'no answers'],
])('%s is no choice of options: refused with the reason', async (answers, reason) => {
  expect(await refusal(`::T:: Question ${answers}`)).toContain(reason)
})

test('true and false become a choice, and what is said to each goes into the explanation', async () => {
  const file = await read('Is it so? {FALSE#It is not.#Right!####See lesson 2.}')
  expect(file.questions[0]).toEqual({
    question: 'Is it so?',
    options: ['True', 'False'],
    answer: 1,
    explanation: 'See lesson 2.\n\n- True: It is not.\n- False: Right!',
  })
  expect(changes(file)).toEqual([
    'A true or false question became a choice of True and False',
    'What is said about single options became a part of the explanation',
  ])
})

test('a sentence with a gap keeps what stands behind it', async () => {
  const file = await read('The First Amendment is of {~1776 =1791 ~1868}.')
  expect(file.questions[0]?.question).toBe('The First Amendment is of _____.')
  expect(changes(file)).toEqual(['The gap in the sentence is written as _____'])
})

test('comments, categories and titles are ignored by rule, also inside of a question', async () => {
  const file = await read('// about\n$CATEGORY: a/b\n\n::Title::Q\n// inside\n{=a\n// more ~x\n~b}\n// end\n')
  expect(file.questions).toEqual([{ question: 'Q', options: ['a', 'b'], answer: 0, explanation: null }])
  const ignored = file.files[0]?.spans.filter(({ fate, text }) => fate === 'ignored' && text?.trim() !== '')
  expect(ignored?.map(({ text }) => text?.trim())).toEqual([
    '// about',
    '$CATEGORY: a/b',
    '::Title::',
    '// inside',
    '// more ~x',
    '// end',
  ])
})

test('each format of a text is shown as it is meant', async () => {
  expect(await only('[html]A <b>bold</b> &lt;tag&gt; {=x<sup>2</sup> ~[plain]<b>}')).toMatchObject({
    question: 'A **bold** \\<tag>',
    options: ['x²', '\\<b>'],
  })
  expect(await only('[markdown]A *word* {=`x` ~y}')).toMatchObject({
    question: 'A *word*',
    options: ['`x`', 'y'],
  })
  expect(await only('[plain]2 *3* 4 {=a_b ~_c_}')).toMatchObject({
    question: '2 \\*3\\* 4',
    options: ['a_b', '\\_c\\_'],
  })
})

test('a text without a format that asks about tags shows the tags', async () => {
  const one = await only('Which is right, <b> or <bold>? {=<b> ~<bold> ~<br>}')
  expect(one).toMatchObject({
    question: 'Which is right, \\<b> or \\<bold>?',
    options: ['\\<b>', '\\<bold>', '\\<br>'],
  })
})

test('a missing blank line costs nothing', async () => {
  const file = await read('::A::One? {=a ~b}\n::B::Two? {\n=c\n~d\n}\nThree? {=e ~f}\nFour?\n{=g ~h}')
  expect(file.questions.map(({ question }) => question)).toEqual(['One?', 'Two?', 'Three?', 'Four?'])
})

test.each([
  ['One? {=a ~b\n\n::B::Two? {=c ~d}'],
  ['::A::One? {=a ~b\n::B::Two? {=c ~d}'],
  ['One? {=a ~b\nTwo? {=c ~d}'],
  ['One? {=a {nested ~b}\n\nTwo? {=c ~d}'],
  ['One? =a ~b}\n\nTwo? {=c ~d}'],
  ['One? {=a ~b\n~e\n\n$CATEGORY: x\nTwo? {=c ~d}'],
  ['One? {=a ~b} {=e ~f}\n\nTwo? {=c ~d}'],
])('a wrong brace costs its own question only: %j', async (text) => {
  const file = await read(text)
  expect(refusals(file)).toHaveLength(1)
  expect(file.questions).toEqual([{ question: 'Two?', options: ['c', 'd'], answer: 0, explanation: null }])
})

test('blank lines inside the answers, and before them, belong to the question', async () => {
  const file = await read('One?\n\n{\n=a\n\n~b\n}\n\nTwo? {=c ~d}')
  expect(file.questions.map(({ options }) => options)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

test('a 27th option is refused with its line', async () => {
  const options = Array.from({ length: 27 }, (_, at) => `${at === 0 ? '=' : '~'}o${at}`).join('\n')
  expect(await refusal(`Q {\n${options}\n}`)).toBe(
    'It has 27 options, lettered A to Z there may be 26. The 27th is on line 28.',
  )
  expect((await read(`Q {\n${options.replace('\n~o26', '')}\n}`)).questions[0]?.options).toHaveLength(26)
})

test('a title may hold braces and go on in the next line, and names with :: are no title', async () => {
  const file = await read(
    '::Set {1,2}::One? {=a ~b}\n\n::A long\ntitle:: Two? {=a ~b}\n\n::T\nUse std::vector? {T}',
  )
  expect(file.questions.map(({ question }) => question)).toEqual(['One?', 'Two?', '::T\nUse std::vector?'])
})

test.each(['%-33.333333333333%', '%-33,3%', '% -50 %', '%0%'])(
  'the weight %s is no part of the text of its option',
  async (weight) => {
    expect((await read(`Q {=a ~${weight}b}`)).questions).toMatchObject([{ options: ['a', 'b'], answer: 0 }])
  },
)

test('~= before an option is read as =, and said; an option without a text is refused', async () => {
  const file = await read('Q {~a ~=b ~c}')
  expect(file.questions).toMatchObject([{ options: ['a', 'b', 'c'], answer: 1 }])
  expect(changes(file)).toEqual(['“~=” before an option is read as “=”'])
  expect(await refusal('Q {~a ~\n=b}')).toBe('Option B has no text. It is on line 1.')
})

test('a character reference in an option is no feedback', async () => {
  expect(await only('[html]Q {=Madison&#8217;s#Yes &#38; so ~b&#x2019;s}')).toMatchObject({
    options: ['Madison’s', 'b’s'],
    explanation: '- Madison’s: Yes & so',
  })
})

test('braces of a formula or a program before the answers are refused with how they are written', async () => {
  expect(await refusal('What is $\\frac{1}{2}$? {=0.5 ~2}')).toContain('a brace in a text is written \\{')
  expect((await only('What is $\\frac\\{1\\}\\{2\\}$? {=0.5 ~2}'))?.question).toBe('What is $\\frac{1}{2}$?')
})
