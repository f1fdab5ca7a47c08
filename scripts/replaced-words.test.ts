import { expect, test } from 'vitest'
import { findReplacedWords, readReplacedWords } from './replaced-words.mjs'

const words = readReplacedWords(`# Glossary

| Word    | What it is         | Not                 |
|---------|--------------------|---------------------|
| fixture | What a test sets up | \`stage\`, \`house\` |
| dataset | Leads together     | \`data set\`        |
| lead    | One row            |                     |
`)

test('the last column of the glossary has the words that the first one replaces', () => {
  expect([...words]).toEqual([
    ['stage', 'fixture'],
    ['house', 'fixture'],
    ['data set', 'dataset'],
  ])
})

test.each([
  'openHouse()',
  'const stage = 1',
  '--house-width: 1px',
  '/** A House. */',
  'open_house',
  'a data set',
  'dataSet',
])('%s uses a replaced word', (text) => {
  expect(findReplacedWords(words, `first\n${text}`)).toHaveLength(1)
  expect(findReplacedWords(words, `first\n${text}`)[0]).toMatchObject({ line: 2 })
})

test.each(['ClickHouse', 'clickhouse-pipes', 'connectClickHouse', 'household', 'staged', 'a dataset'])(
  '%s uses none',
  (text) => {
    expect(findReplacedWords(words, text)).toEqual([])
  },
)
