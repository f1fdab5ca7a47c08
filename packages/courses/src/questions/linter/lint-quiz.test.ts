import { expect, test } from 'vitest'
import { type LintedQuestion, lintQuiz } from './lint-quiz.ts'

let made = 0
const ask = (
  question: string,
  options: string[],
  key: number | null = 0,
  explanation: string | null = 'Why.',
): LintedQuestion => {
  const id = `que_${++made}`
  const withIds = options.map((text, at) => ({ id: `${id}_${at}`, text }))
  return {
    id,
    question,
    options: withIds,
    answer: key === null ? null : (withIds[key]?.id ?? null),
    explanation,
  }
}
const rules = (...questions: LintedQuestion[]) => lintQuiz(questions).map(({ rule }) => rule)

test('a good quiz has no remarks', () => {
  expect(
    rules(
      ask('Who wrote the First Amendment?', ['Madison', 'Jefferson', 'Locke'], 0),
      ask('When was it ratified?', ['1776', '1791', '1868'], 1),
      ask('Which clause forbids a state church?', ['Free exercise', 'Establishment', 'Supremacy'], 2),
    ),
  ).toEqual([])
})

test('the key is the longest option in every one of three questions or more', () => {
  const long = () => ask('Which?', ['A long and careful option', 'Short', 'Brief'])
  const moved = () => ask('Which?', ['Short', 'A long and careful option'], 1)
  expect(rules(long(), moved(), long())).toEqual(['longest-option'])
  expect(rules(long(), moved())).toEqual([])
  expect(rules(long(), moved(), long(), ask('Which?', ['Short', 'A long one'], 0))).toEqual([])
})

test('the same letter five times in a row, as often as it happens', () => {
  const b = () => ask('Which?', ['one', 'two'], 1)
  expect(rules(b(), b(), b(), b())).toEqual([])
  const remarks = lintQuiz([b(), b(), b(), b(), b(), b(), ask('Which?', ['one', 'two'])])
  expect(remarks).toMatchObject([
    { rule: 'same-letter', message: 'The correct option is B 6 times in a row.' },
  ])
  expect(remarks[0]?.questionIds).toHaveLength(6)
})

test.each([
  ['all-of-the-above', ask('Which?', ['one', 'All of the above'])],
  ['all-of-the-above', ask('Which?', ['None of these.', 'two'])],
  ['double-negative', ask('Which is not a right that no state may take?', ['one', 'two'])],
  ['double-negative', ask('Which of these is not true?', ['It is not a law', 'two'])],
  ['equal-options', ask('Which?', ['One  thing', 'two', ' one thing '])],
  ['no-explanation', ask('Which?', ['one', 'two'], 0, ' ')],
  ['picture-without-text', ask('Which? ![](/a.png)', ['one', 'two'])],
  ['picture-without-text', ask('Which?', ['one ![ ](/a.png)', 'two'])],
  ['no-key', ask('Which?', ['one', 'two'], null)],
])('%s is remarked', (rule, question) => {
  expect(rules(question)).toEqual([rule])
})

test('words that only look like it are not remarked', () => {
  expect(rules(ask('Is it not so? Then choose.', ['Nothing above', 'All people are equal']))).toEqual([])
  expect(rules(ask('Which? ![A map](/a.png)', ['one', 'two']))).toEqual([])
})

test('a key that another question quotes', () => {
  const remarks = lintQuiz([
    ask('Who wrote it?', ['Roger Williams', 'Locke']),
    ask('When did  Roger williams found Providence?', ['1636', '1776']),
  ])
  expect(remarks).toMatchObject([
    { rule: 'key-quoted', message: 'Question 2 says the answer of question 1.' },
  ])
})

test('a question that is made to be slow takes no longer than its length', () => {
  const started = process.cpuUsage()
  for (const piece of ['![', '[', 'not ', ' ', '?'])
    expect(rules(ask(piece.repeat(50_000), ['Yes', 'No'])).length).toBeLessThan(50)
  expect(process.cpuUsage(started).user).toBeLessThan(5_000_000)
})
