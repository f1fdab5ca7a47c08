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
