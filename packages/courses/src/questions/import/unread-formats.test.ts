import { expect, test } from 'vitest'
import { readQuestionsOf } from './read-questions.ts'
import { gapsOf, type Read, readTextFile, refusals, zipOf } from './testing.ts'

const qti3 = `<?xml version="1.0"?>
<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="i"><qti-item-body>
<qti-choice-interaction response-identifier="RESPONSE"><qti-simple-choice identifier="A">x</qti-simple-choice>
</qti-choice-interaction></qti-item-body></qti-assessment-item>`
const olx = `<problem><multiplechoiceresponse><label>Which?</label><choicegroup type="MultipleChoice">
<choice correct="false">x</choice><choice correct="true">y</choice></choicegroup></multiplechoiceresponse></problem>`
const brightspace = `NewQuestion,MC,,
QuestionText,What is it?,,
Option,100,Right,,said
Option,0,Wrong,,
`

const notes = ({ files }: Read) =>
  files.map(({ spans }) => spans.map(({ fate, notes: [note] }) => [fate, note]))
const moodle = (text: string) =>
  `<quiz><question type="multichoice"><questiontext><text><![CDATA[${text}]]></text></questiontext>
<single>true</single><answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer></question></quiz>`
const gift = (text: string) => `${text} {=a ~b}\n`

test.each([
  ['item.xml', qti3, 'It is QTI 3,'],
  ['problem.xml', olx, 'It is OLX,'],
  ['bank.csv', brightspace, 'as Brightspace imports it'],
])(
  '%s in a format that is not read is refused by its name, alone and in a package',
  async (name, text, said) => {
    const alone = await readTextFile(text, name)
    expect(notes(alone)).toEqual([[['refused', expect.stringContaining(said)]]])
    const packed = await zipOf({
      [`bank/${name}`]: text,
      'one.gift': gift('One?'),
      'imsmanifest.xml': '<m/>',
    })
    const file = await readQuestionsOf({ name: 'bank.zip', bytes: packed })
    expect(gapsOf(file)).toEqual([])
    expect(file.questions.map(({ question }) => question)).toEqual(['One?'])
    expect(refusals(file)).toEqual([expect.stringContaining(said)])
  },
)

test('a file of JSON is refused by its name; a question that begins with the same sign is none', async () => {
  const json = JSON.stringify([{ question: 'Which?', options: ['x', 'y'], answer: 1 }])
  expect(notes(await readTextFile(json, 'bank.json'))).toEqual([
    [['refused', expect.stringContaining('It is JSON,')]],
  ])
  expect((await readTextFile('[html]<p>Which?</p> {=a ~b}\n', 'bank.json')).questions).toHaveLength(1)
})

test('what a package holds in an encoding that is not read, or in too many parts, is not said to hold no questions', async () => {
  const foreign = `<?xml version="1.0" encoding="Shift_JIS"?>${qti3}`
  const bytes = Buffer.concat([Buffer.from(foreign), Buffer.from([0x82, 0xa0])])
  const many = Array.from({ length: 60_001 }, (_, at) => `${at} {=a ~b}\n`).join('\n')
  const file = await readQuestionsOf({
    name: 'bank.zip',
    bytes: await zipOf({ 'foreign.xml': bytes, 'many.gift': Buffer.from(many) }),
  })
  expect(refusals(file)).toEqual([
    expect.stringContaining('Its encoding is Shift_JIS'),
    expect.stringContaining('more than 60,000 parts'),
  ])
})

test('a question about QTI 3, OLX or Brightspace is a question', async () => {
  for (const text of [
    'What is <qti-assessment-item>?',
    'What is <choiceresponse>?',
    'What is NewQuestion,MC?',
  ])
    for (const file of [
      await readTextFile(moodle(text), 'bank.xml'),
      await readTextFile(`question,key,a,b\n"${text}",A,x,y\n`, 'bank.csv'),
    ])
      expect(file.questions, text).toHaveLength(1)
})
