import { expect, test } from 'vitest'
import { gapsOf, readTextFile, refusals } from '../testing.ts'

const read = async (text: string) => {
  const file = await readTextFile(text)
  expect(gapsOf(file)).toEqual([])
  return file
}

test('a question has its options and the letter of the answer', async () => {
  const file = await read(
    'Who wrote\nthis?\nA. Madison\nB) Mason\n\nANSWER: B\n\nTwo?\r\nA. x\r\nB. y\r\nANSWER: A',
  )
  expect(file.format).toBe('aiken')
  expect(file.questions).toEqual([
    { question: 'Who wrote\nthis?', options: ['Madison', 'Mason'], answer: 1, explanation: null },
    { question: 'Two?', options: ['x', 'y'], answer: 0, explanation: null },
  ])
})

test.each([
  ['One?\nA. x\nB. y\n\n', 'ANSWER'],
  ['One?\nA. x\nC. y\nANSWER: A\n', 'Option B is missing'],
  ['One?\nA. x\nB. y\nANSWER: D\n', 'none of its options'],
  ['One?\nA. x\nB. y\nANSWER: A, B\n', 'single letter'],
  ['One?\nANSWER: A\n', 'no options'],
  ['A. x\nB. y\nANSWER: A\n', 'no text'],
  ['One?\nA. x\nANSWER: A\n', 'at least 2'],
])('%j costs its own question only', async (bad, reason) => {
  const file = await read(`${bad}Two?\nA. x\nB. y\nANSWER: B\n`)
  expect(refusals(file)).toEqual([expect.stringContaining(reason)])
  expect(file.questions).toMatchObject([{ question: 'Two?', answer: 1 }])
})

test('a file whose questions all have no options says so of each', async () => {
  const file = await read('One?\nANSWER: A\n\nTwo?\r\nANSWER: b\r\n')
  expect(file.format).toBe('aiken')
  expect(refusals(file)).toEqual([
    expect.stringContaining('It has no options'),
    expect.stringContaining('It has no options'),
  ])
})

test('a 27th option is refused with its line', async () => {
  const labels = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'AA']
  const file = await read(`One?\n${labels.map((label) => `${label}. x${label}`).join('\n')}\nANSWER: A\n`)
  expect(refusals(file)).toEqual([
    'It has 27 options, lettered A to Z there may be 26. The 27th is on line 28.',
  ])
})

test('initials at the start of a line are text, in a question and in an option', async () => {
  const file = await read(
    'U.S. law is of?\nJ. S. Mill asked it.\nA. A. A. Milne\nB. someone\ne.g. me\nD. H. Lawrence\nC. none\nANSWER: C\n',
  )
  expect(file.questions).toEqual([
    {
      question: 'U.S. law is of?\nJ. S. Mill asked it.',
      options: ['A. A. Milne', 'someone\ne.g. me\nD. H. Lawrence', 'none'],
      answer: 2,
      explanation: null,
    },
  ])
})

test.each(['b', 'B.', '(B)', 'B) y', 'B. y'])('the answer may be written as %j', async (written) => {
  const file = await read(`One?\nA. x\nB. y\nANSWER: ${written}\n`)
  expect(file.questions).toMatchObject([{ options: ['x', 'y'], answer: 1 }])
})

test('an answer whose letter and text are of two options is refused', async () => {
  expect(refusals(await read('One?\nA. x\nB. y\nANSWER: B. x\n'))).toEqual([
    expect.stringContaining('single letter'),
  ])
})

test('options may be lettered small and stand close to their letter', async () => {
  const file = await read('One?\na)x\nb)y\nanswer: b\n\nTwo?\na. x\nb. y\nANSWER: A\n')
  expect(file.format).toBe('aiken')
  expect(file.questions.map(({ options, answer }) => [options, answer])).toEqual([
    [['x', 'y'], 1],
    [['x', 'y'], 0],
  ])
})

test('what is explained right behind the answer is the explanation, and no part of the next question', async () => {
  const file = await read('One?\nA. x\nB. y\nANSWER: A\nFeedback: As *it* is.\nTwo?\nA. x\nB. y\nANSWER: B\n')
  expect(file.questions).toMatchObject([
    { question: 'One?', explanation: 'As \\*it\\* is.' },
    { question: 'Two?', answer: 1, explanation: null },
  ])
})

test('braces with an = in a question do not make the file one of GIFT', async () => {
  const file = await read('Of {a = 1}?\nA. x\nB. y\nANSWER: A\n\nTwo?\nA. x\nB. y\nANSWER: B\n')
  expect(file.questions.map(({ question }) => question)).toEqual(['Of {a = 1}?', 'Two?'])
})

test.each(['Answer; A\n\n', 'ANSWR: A\n\n', 'ANSWR: A\n', 'ANSWER A\n', 'Correct = (A)\n'])(
  'a mistyped line %j is of the question above it, and no part of the next one',
  async (line) => {
    const file = await read(`One?\nA. x\nstill x\nB. y\n${line}Two?\nA. x\nB. y\nANSWER: B\n`)
    expect(refusals(file)).toEqual(['The line “ANSWER:” is missing.'])
    expect(file.questions).toMatchObject([{ question: 'Two?', answer: 1 }])
  },
)

test('options may be lettered in brackets, and the answer be called the correct one', async () => {
  const file = await read(
    'One?\n(A) x\n(B) y\nCorrect answer: B\n\nTwo?\n(a) x\n(b) y\nCORRECT ANSWER: (a)\n',
  )
  expect(file.format).toBe('aiken')
  expect(file.questions.map(({ options, answer }) => [options, answer])).toEqual([
    [['x', 'y'], 1],
    [['x', 'y'], 0],
  ])
})

test('an explanation goes on to the end of its paragraph', async () => {
  const file = await read(
    'One?\nA. x\nB. y\nANSWER: A\nExplanation: So it is,\nas 1 * 2 * 3.\n\nTwo?\nA. x\nB. y\nANSWER: B\nExplanation: Well,\nwell.',
  )
  expect(file.questions).toMatchObject([
    { question: 'One?', explanation: 'So it is,\nas 1 * 2 * 3.' },
    { question: 'Two?', explanation: 'Well,\nwell.' },
  ])
})
