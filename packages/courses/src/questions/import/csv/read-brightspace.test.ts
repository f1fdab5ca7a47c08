import { expect, test } from 'vitest'
import { changes, gapsOf, readTextFile, refusals } from '../testing.ts'

const read = async (rows: readonly string[], name = 'bank.csv') => {
  const file = await readTextFile(rows.join('\r\n'), name)
  expect(gapsOf(file)).toEqual([])
  return file
}

const choice = [
  'NewQuestion,MC,,,',
  'ID,B-1,,,',
  'Title,Rivers,,,',
  'QuestionText,"Which is ""long"", and wide?",,,',
  'Points,1,,,',
  'Option,0,Elbe,,Too short',
  'Option,100,<b>Nile</b>,HTML,',
  'Option,25,a < b,,',
  'Feedback,See the map.,,,',
]

test('each row of a question says one thing of it, and its comments, title and blank rows are told as such', async () => {
  const file = await read(['//A NOTE,,,,', ',,,,', ...choice, ',,,,', '//THE END,,,,'])
  expect(file.format).toBe('brightspace-csv')
  expect(file.questions).toEqual([
    {
      question: 'Which is "long", and wide?',
      options: ['Elbe', '**Nile**', 'a < b'],
      answer: 1,
      explanation: 'See the map.\n\n- Elbe: Too short',
    },
  ])
  expect(changes(file)).toContain('A part of the mark (25%) for “a < b” was left out')
  expect(refusals(file)).toEqual([])
})

test('a true or false question is a choice of True and False', async () => {
  const rows = ['NewQuestion,TF', 'QuestionText,Water is wet.', 'TRUE,100,It is,', 'FALSE,0,Try it,']
  expect((await read(rows)).questions).toEqual([
    {
      question: 'Water is wet.',
      options: ['True', 'False'],
      answer: 0,
      explanation: '- True: It is\n- False: Try it',
    },
  ])
})

test.each([
  ['WR', 'It is an essay'],
  ['SA', 'to be typed'],
  ['M', 'Pairs are to be matched'],
  ['O', 'put in order'],
  ['LIK', 'is not known here'],
])('a question of the kind %s is refused by its name, and costs no other', async (kind, said) => {
  const file = await read(
    [`NewQuestion,${kind},,`, 'QuestionText,Why?,,', 'Option,1,x,,', ...choice],
    'bank.txt',
  )
  expect(file.questions).toHaveLength(1)
  expect(refusals(file)).toEqual([expect.stringContaining(said)])
})

test('several right options are refused, a mark that is no number and wrong quotes too', async () => {
  const several = ['NewQuestion,MS,,', 'QuestionText,Which?,,', 'Option,1,x,,', 'Option,1,y,,']
  const noMark = ['NewQuestion,MC,,', 'QuestionText,Which?,,', 'Option,yes,x,,', 'Option,0,y,,']
  const quotes = ['NewQuestion,MC,,', 'QuestionText,"Which" one?,,', 'Option,100,x,,', 'Option,0,y,,']
  const file = await read([...several, ...noMark, ...quotes])
  expect(file.questions).toEqual([])
  expect(refusals(file)).toEqual([
    '2 options are right: a question here has one right option.',
    'The mark of an option is no number.',
    expect.stringContaining('Its quotes are wrong'),
  ])
})
