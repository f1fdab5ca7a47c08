import { expect, test } from 'vitest'
import { readQuestionsOf } from '../read-questions.ts'
import { gapsOf, refusals, zipOf } from '../testing.ts'

const main =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const forms =
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="dd&quot;.&quot;mm&quot;.&quot;yyyy"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="9"/><xf numFmtId="20"/></cellXfs>'

async function workbook(rows: string, { texts = '', sheets = '<sheet name="Quiz" r:id="rId3"/>' } = {}) {
  const bytes = await zipOf({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<?xml version="1.0"?><workbook ${main}><sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId3" Target="worksheets/sheet7.xml"/><Relationship Id="rId4" Target="/xl/worksheets/sheet8.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst ${main}>${texts}</sst>`,
    'xl/styles.xml': `<styleSheet ${main}>${forms}</styleSheet>`,
    'xl/worksheets/sheet7.xml': `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`,
    'xl/worksheets/sheet8.xml': `<worksheet ${main}><sheetData/></worksheet>`,
  })
  const file = await readQuestionsOf({ name: 'quiz.xlsx', bytes })
  expect(gapsOf(file)).toEqual([])
  return file
}

const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
const row = (number: number, ...texts: string[]) =>
  `<row r="${number}">${texts.map((text, at) => (text === '' ? '' : cell(`${String.fromCharCode(65 + at)}${number}`, text))).join('')}</row>`
const head = row(
  8,
  '',
  'Question - max 120 characters',
  'Answer 1 - max 75 characters',
  'Answer 2 - max 75 characters',
  'Time limit (sec)',
  'Correct answer(s) - choose at least one',
)

test('the first sheet of a workbook is read as its CSV would be, from the row that names the columns on', async () => {
  const file = await workbook(
    `${row(2, '', 'Quiz template')}${head}<row r="9"><c r="A9"><v>1</v></c><c r="B9" t="s"><v>0</v></c><c r="C9" t="s"><v>1</v></c><c r="D9"><v>0.30000000000000004</v></c><c r="F9"><v>2</v></c></row>`,
    {
      texts:
        '<si><r><t>Which, </t></r><r><t xml:space="preserve">“it”?_x000D_\nSay.</t></r><rPh><t>no</t></rPh></si><si><t>a "b"</t></si>',
    },
  )
  expect(file.format).toBe('xlsx')
  expect(file.questions).toEqual([
    { question: 'Which, “it”?\nSay.', options: ['a "b"', '0.3'], answer: 1, explanation: null },
  ])
  expect(file.files[0]?.spans.find(({ fate }) => fate === 'in')?.line).toBe(9)
})

test('a day, a part of a hundred, a time and a truth are read as they are shown', async () => {
  const { questions } = await workbook(
    `${row(1, 'question', 'option 1', 'option 2', 'option 3', 'option 4', 'answer')}<row>${cell('A2', 'When?')}<c r="B2" s="1"><v>45413</v></c><c r="C2" s="2"><v>0.07</v></c><c r="D2" s="3"><v>0.5625</v></c><c r="E2" t="b"><v>1</v></c><c r="F2"><v>2</v></c></row>`,
  )
  expect(questions[0]?.options).toEqual(['2024-05-01', '7%', '13:30', 'TRUE'])
})

test('sheets that are hidden or stand behind the first one are not read, and those are told', async () => {
  const file = await workbook(`${row(1, 'question', 'a', 'b', 'key')}${row(2, 'Q?', 'x', 'y', 'B')}`, {
    sheets:
      '<sheet name="Old" state="hidden" r:id="rId4"/><sheet name="Quiz" r:id="rId3"/><sheet name="Notes" r:id="rId4"/>',
  })
  expect(file.questions).toMatchObject([{ question: 'Q?', answer: 1 }])
  expect(file.files.map(({ name, spans }) => [name, spans[0]?.fate])).toEqual([
    ['quiz.xlsx: Quiz', 'ignored'],
    ['Notes', 'ignored'],
  ])
})

test.each([
  ['<row r="1"><c r="A1"', 'is damaged'],
  ['<row r="900000"><c r="A900000"><v>1</v></c></row>', 'at most 20,000 rows'],
  ['<row r="1"><c r="ZZ1"><v>1</v></c></row>', 'and 200 columns'],
  [row(1, 'nothing', 'here'), 'does not name the columns'],
])('a sheet of %j is refused with the reason', async (rows, said) => {
  expect(refusals(await workbook(rows))).toEqual([expect.stringContaining(said)])
})
