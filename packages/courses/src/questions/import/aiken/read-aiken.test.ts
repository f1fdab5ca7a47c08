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

test('a 27th option is refused with its line', async () => {
  const labels = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'AA']
  const file = await read(`One?\n${labels.map((label) => `${label}. x${label}`).join('\n')}\nANSWER: A\n`)
  expect(refusals(file)).toEqual([
    'It has 27 options, lettered A to Z there may be 26. The 27th is on line 28.',
  ])
})
