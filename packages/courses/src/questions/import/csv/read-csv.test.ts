import { expect, test } from 'vitest'
import { gapsOf, readTextFile, refusals } from '../testing.ts'

const read = async (text: string) => {
  const file = await readTextFile(text, 'bank.csv')
  expect(gapsOf(file)).toEqual([])
  return file
}

test.each([',', ';', '\t'])('rows are questions by the names of their columns, apart by %j', async (sign) => {
  const rows = [
    ['Question', 'Key', 'Explanation', 'Option A', 'Option B', 'Option C'],
    ['"Who, when"', 'b', '"He ""wrote"" it"', 'x', 'y', ''],
  ]
  const file = await read(rows.map((row) => row.join(sign)).join('\r\n'))
  expect(file.questions).toEqual([
    { question: 'Who, when', options: ['x', 'y'], answer: 1, explanation: 'He "wrote" it' },
  ])
})

test('an answer may be the text, the letter or the number of an option; where it may be two, it is refused', async () => {
  const file = await read(
    'question,answer,1,2,3\nQ1,y,x,y,z\nQ2,C,x,y,z\nQ3,2,x,y,z\nQ4,A,B,A,C\nQ5,w,x,y,z\nQ6,,x,y,z',
  )
  expect(file.questions.map(({ answer }) => answer)).toEqual([1, 2, 1])
  expect(refusals(file)).toHaveLength(3)
})

test('a row of a template that nobody has filled is told as such', async () => {
  const file = await read('#,question,option 1,option 2,time,answer\n1,Q?,x,y,20,2\n2,,,,20,\n3,,x,,20,\n')
  expect(file.questions).toHaveLength(1)
  expect(file.files[0]?.spans.filter(({ notes }) => notes.includes('A row without a question'))).toHaveLength(
    1,
  )
  expect(refusals(file)).toHaveLength(1)
})

test('answers that can only be the numbers of options are numbers also where options are numbers', async () => {
  const rows = (...lines: string[]) =>
    read(['question,answer 1,answer 2,answer 3,correct answer(s)', ...lines].join('\n'))
  const numbers = await rows(
    '2+1?,1,2,3,3',
    'Odd?,3,2,4,1',
    'Rome?,x,y,,2',
    'Text of the question,a,b,c,The number',
    'Both?,1,3,5,"1,2"',
  )
  expect(numbers.questions.map(({ answer }) => answer)).toEqual([2, 0, 1])
  expect(refusals(numbers)).toHaveLength(2)
  // Here an answer is a text, or none can be told to be a number.
  expect((await rows('2+1?,1,2,3,3', 'Odd?,3,2,4,3', 'Rome?,x,y,,y')).questions).toHaveLength(2)
  expect(refusals(await rows('Odd?,3,2,4,3'))).toEqual([
    expect.stringContaining('may be one option or another'),
  ])
})

test.each(['"One"?,A,,x,y', '"One,A,,x,y', 'One,A,,x', 'One,C,,x,y', ',A,,x,y', 'One,A,,x,,z'])(
  'the row %j costs no other',
  async (bad) => {
    const file = await read(
      `question,key,explanation,option A,option B,option C\n${bad}\nTwo,B,,"x\nx",y\nThree,A,,x,"y"`,
    )
    expect(refusals(file)).toHaveLength(1)
    expect(file.questions.map(({ question }) => question)).toEqual(['Two', 'Three'])
  },
)

test('a file without the names of columns is refused whole', async () => {
  expect(refusals(await read('Who?,A,x,y\n'))).toEqual([expect.stringContaining('does not name the columns')])
})

test('blanks around a quoted cell are none of it, and a comma inside stays', async () => {
  const file = await read('question,key,option A,option B\n"Who, me?" , B, "x, y",\t"z"\n')
  expect(file.questions).toEqual([
    { question: 'Who, me?', options: ['x, y', 'z'], answer: 1, explanation: null },
  ])
})

test('the separator may be a bar, or named by a line of its own as Excel does', async () => {
  const byBar = await read('question|key|option A|option B\nQ|B|x|y\n')
  expect(byBar.questions).toMatchObject([{ options: ['x', 'y'], answer: 1 }])
  const named = await read('sep=;\r\nquestion;key;option A;option B\r\n"a;b";B;x, z;y\r\n')
  expect(named.questions).toMatchObject([{ question: 'a;b', options: ['x, z', 'y'], answer: 1 }])
})

test('columns are known by what people call them, and those that are not read are told', async () => {
  const file = await read(
    'Id,Question,Question_Text,choice_a,Choice B (text),Option S,Options,Correct Answer(s),Points\n7,1,Q?,x,y,z,3,y,2\n',
  )
  expect(file.questions).toMatchObject([{ question: 'Q?', options: ['x', 'y', 'z'], answer: 1 }])
  expect(file.files[0]?.spans[0]?.notes).toEqual([
    'The names of the columns. Not read: Id, Question, Options, Points',
  ])
})

test('where an answer is 0, numbers may begin at 0 or at 1: they are refused, letters and texts are not', async () => {
  const file = await read('question,answer,a,b,c\nQ1,0,x,y,z\nQ2,1,x,y,z\nQ3,B,x,y,z\nQ4,z,x,y,z\n')
  expect(file.questions.map(({ question, answer }) => [question, answer])).toEqual([
    ['Q3', 1],
    ['Q4', 2],
  ])
  expect(refusals(file)).toEqual([
    expect.stringContaining('may begin at 0 or at 1'),
    expect.stringContaining('may begin at 0 or at 1'),
  ])
})

test('a 27th option is refused with its line', async () => {
  const names = Array.from({ length: 27 }, (_, at) => `option ${at + 1}`)
  const file = await read(`question,key,${names.join()}\n"Q\n?",A,${names.join()}\n`)
  expect(refusals(file)).toEqual([
    'It has 27 options, lettered A to Z there may be 26. The 27th is on line 3.',
  ])
})

test('a row with more cells than names is refused: a comma that is not quoted moved its options', async () => {
  const file = await read('question,key,a,b\nWho?,A,Madison, James,Mason\nQ,A,x,y,,\n')
  expect(file.questions.map(({ question }) => question)).toEqual(['Q'])
  expect(refusals(file)).toEqual([expect.stringContaining('5 cells, and 4 columns')])
})

test.each(['Option 2', 'b)', '(B)', 'paris'])('the answer may be written as %j', async (answer) => {
  const file = await read(`question,answer,Option 1,Option 2\nQ,${answer},Rome,Paris\n`)
  expect(file.questions).toMatchObject([{ options: ['Rome', 'Paris'], answer: 1 }])
})

test('options that differ by their case only are told apart by it', async () => {
  const file = await read('question,answer,a,b\nQ1,ph,PH,ph\nQ2,Ph,PH,ph\n')
  expect(file.questions).toMatchObject([{ question: 'Q1', answer: 1 }])
  expect(refusals(file)).toEqual([expect.stringContaining('one option or another')])
})

test('a title above the names of the columns is refused by itself', async () => {
  const file = await read('# My bank\n\nquestion,key,a,b\nQ,A,x,y\n')
  expect(file.questions.map(({ question }) => question)).toEqual(['Q'])
  expect(refusals(file)).toEqual(['It stands above the names of the columns.'])
})

test('what a name says in brackets or behind a dash is no part of it', async () => {
  const file = await read(
    'Question - max 120 characters,Answer 1 – max 75 characters,"Answer 2\n(Optional)",Correct answer(s) - choose at least one\nQ,x,y,2\n',
  )
  expect(file.questions).toMatchObject([{ question: 'Q', options: ['x', 'y'], answer: 1 }])
})

test.each([
  ['Question,Correct Answer,Incorrect Answer 1,Incorrect Answer 2 (Optional)', 0],
  ['question,wrong_answer_1,wrong_answer_2,correct_answer', 2],
  ['Question,Solution,Distractor A,Distractor B', 0],
])('the right option may stand in a column of its own, beside wrong ones: %s', async (header, answer) => {
  const file = await read(`${header}\nOne,1,2,3\nTwo,x,y,\nThree,,y,z\n`)
  const options = [
    ['1', '2', '3'],
    ['x', 'y'],
  ]
  // A row whose right option stands behind an empty cell is told, and so is one without a right option.
  expect(file.questions).toMatchObject(
    answer === 0 ? options.map((texts) => ({ options: texts, answer })) : [{ options: options[0], answer }],
  )
  expect(refusals(file)).toHaveLength(answer === 0 ? 1 : 2)
})

test.each(['question,answer,key,wrong answer 1', 'question,answer,option A,wrong answer 1'])(
  'where a letter, or another option, stands beside wrong answers, nothing is guessed: %s',
  async (header) => {
    const file = await read(`${header}\nQ,A,B,x\n`)
    expect(file.questions).toEqual([])
    expect(refusals(file)).toEqual([expect.stringContaining('does not name the columns')])
  },
)

test.each(['1,3', 'A; C', 'b and c', 'x | z', 'Option 1, Option 2'])(
  'an answer that names several options, as %j, is refused for that',
  async (answer) => {
    for (const name of ['answer', 'key']) {
      const file = await read(`question,${name},Option 1,Option 2,Option 3\nQ,"${answer}",x,y,z\n`)
      expect(refusals(file)).toEqual(['2 options are right: a question here has one right option.'])
    }
  },
)

test('an answer with a comma is the text of an option', async () => {
  const file = await read('question,answer,a,b,c\nQ,"a, c","a, c",x,y\n')
  expect(file.questions).toMatchObject([{ options: ['a, c', 'x', 'y'], answer: 0 }])
})

test('why the answer is right is known by what people call it', async () => {
  const file = await read('question,key,a,b,Answer explanation\nQ,A,x,y,Because.\n')
  expect(file.questions).toMatchObject([{ explanation: 'Because.' }])
})

test('a title above the table, with another sign than the columns or with none, hides no columns', async () => {
  for (const title of ['My bank', 'Hello, teachers, of all', ';;;']) {
    const file = await read(`${title}\nquestion;key;a;b\nQ;A;x;y\n`)
    expect(file.questions).toMatchObject([{ question: 'Q', options: ['x', 'y'] }])
    expect(refusals(file)).toHaveLength(title === ';;;' ? 0 : 1)
  }
})
