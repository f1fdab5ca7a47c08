import { expect, test } from 'vitest'
import { readQuestionsOf } from './read-questions.ts'
import { gapsOf, type Read, readTextFile, refusals, zipOf } from './testing.ts'

const olx = `<problem><multiplechoiceresponse><label>Which?</label><choicegroup type="MultipleChoice">
<choice correct="false">x</choice><choice correct="true">y</choice></choicegroup></multiplechoiceresponse></problem>`
const notes = ({ files }: Read) =>
  files.map(({ spans }) => spans.map(({ fate, notes: [note] }) => [fate, note]))
const moodle = (text: string) =>
  `<quiz><question type="multichoice"><questiontext><text><![CDATA[${text}]]></text></questiontext>
<single>true</single><answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer></question></quiz>`
const gift = (text: string) => `${text} {=a ~b}\n`

test.each([
  ['problem.xml', olx, 'It is OLX,'],
  [
    'pool.dat',
    '<POOL><QUESTION_TRUEFALSE id="q"/><QUESTION_ESSAY id="q"/> </POOL>'.replaceAll('/>', ' />'),
    'of an old Blackboard',
  ],
  ['bank.xml', '<examview ><question type="mc"><text>Q</text></question></examview>', 'of ExamView'],
  [
    'questions.xml',
    '<question_categories ><question id="2"><name>Q</name></question></question_categories>',
    'backup of a Moodle',
  ],
  ['note.txt', '{\\rtf1\\ansi Which? \\{=a ~b\\}}', 'It is RTF,'],
  ['note.txt', '%PDF-1.4\n1 0 obj', 'It is a PDF,'],
  ['bank.txt', '{"question":"Which?"}\n{"question":"Who?"}\n', 'It is JSON,'],
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
  const foreign = `<?xml version="1.0" encoding="Shift_JIS"?>${olx}`
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

test('a question about QTI, OLX or Brightspace is a question', async () => {
  for (const text of [
    'What is <qti-assessment-item>?',
    'What is <assessmentItem>?',
    'What is <questestinterop>?',
    'What is <choiceresponse>?',
    'What is NewQuestion,MC?',
  ])
    for (const file of [
      await readTextFile(moodle(text), 'bank.xml'),
      await readTextFile(`question,key,a,b\n"${text}",A,x,y\n`, 'bank.csv'),
    ])
      expect(file.questions, text).toHaveLength(1)
})

test.each([
  ['89504e470d0a1a0a', 'a picture'],
  ['ffd8ffe000104a46', 'a picture'],
  ['1f8b080000000000', 'Of a Moodle backup'],
  ['d0cf11e0a1b11ae1', 'an old office program'],
])('a file that begins with %s is refused as what it is', async (beginning, said) => {
  const file = await readQuestionsOf({ name: 'bank.txt', bytes: Buffer.from(`${beginning}00`, 'hex') })
  expect(gapsOf(file)).toEqual([])
  expect(refusals(file)).toEqual([expect.stringContaining(said)])
})

test.each([
  ['word/document.xml', 'of Word'],
  ['xl/workbook.bin', 'its sheet as CSV'],
  ['h5p.json', 'It is H5P'],
  ['moodle_backup.xml', 'backup of a Moodle'],
  ['mimetype', 'another program'],
])('the document of a program is refused as such, and not read file by file: %s', async (inside, said) => {
  const bytes = await zipOf({ '[Content_Types].xml': '<Types/>', [inside]: 'x' })
  const file = await readQuestionsOf({ name: 'bank.zip', bytes })
  expect(gapsOf(file)).toEqual([])
  expect(notes(file)).toEqual([[['refused', expect.stringContaining(said)]]])
})

test('a file of a package that is not opened is not said to hold no questions', async () => {
  const bytes = await zipOf({ 'one.gift': gift('One?'), 'two.xlsx': 'x', 'note.xml': '<a/>' })
  expect(notes(await readQuestionsOf({ name: 'bank.zip', bytes })).slice(1)).toEqual([
    [['ignored', 'Files of this kind are not read']],
    [['ignored', 'It holds no questions']],
  ])
})

test.each([
  ['windows-1251', 'cae0eaeee920e3eef0eee43f207b3dcceef1eae2e0207ecae8e5e27d'],
  ['Shift_JIS', '93fa967b82cc8ef1937382cd3f7b3d938c8b9e7e91e58de37d'],
])('letters of %s are not taken for those of Western Europe', async (_, text) => {
  const file = await readQuestionsOf({ name: 'a.gift', bytes: Buffer.from(text, 'hex') })
  expect(gapsOf(file)).toEqual([])
  expect(refusals(file)).toEqual(['Its encoding is not known here: please save it as UTF-8.'])
})

test('a text of Western Europe in an old encoding is read, whatever few letters stand together', async () => {
  const bytes = Buffer.from('Où ça « naïve » ? {=été ~àéîõü}', 'latin1')
  expect((await readQuestionsOf({ name: 'a.gift', bytes })).questions).toMatchObject([
    { options: ['été', 'àéîõü'] },
  ])
})

test.each([
  [
    'exam.txt',
    '% x\n\\documentclass{exam}\n\\begin{questions}\n\\question Which?\n\\CorrectChoice a\n',
    'LaTeX',
  ],
  ['pool.txt', 'MC\tWhich?\ta\tcorrect\tb\tincorrect\nTF\tIs it so?\ttrue\n', 'Blackboard'],
  ['bank.txt', 'Title: One\n1) Which?\n*a) x\n@ Yes.\nb) y\n', 'have a star'],
  ['bank.txt', 'Which?\n( ) x {{No.}}\n(x) y\n', 'are ticked'],
  ['bank.txt', 'Which?\n- [ ] x\n- [x] y\n', 'are ticked'],
  ['bank.txt', '1. Which?\na. x\nb. y\nANS:\tB\tPTS:\t1\n', '“ANS:”'],
  ['bank.txt', '1. Which?\na. x\nb. y\n\nAnswers:\n1. B\n', 'at its end'],
  ['cards.txt', '#separator:tab\nwho wrote it\tMadison\nwho was first\tWashington\n', 'cards'],
])(
  '%s of another program is told as what it is, where nothing of it can be read',
  async (name, text, said) => {
    const alone = await readTextFile(text, name)
    expect(notes(alone)).toEqual([[['refused', expect.stringContaining(said)]]])
    const packed = await readQuestionsOf({
      name: 'bank.zip',
      bytes: await zipOf({ [name]: text, 'a.gift': gift('One?') }),
    })
    expect(refusals(packed)).toEqual([expect.stringContaining(said)])
    expect(packed.questions).toHaveLength(1)
    // One question that is read, and the others are told one by one.
    expect((await readTextFile(`${text}\n\n${gift('Last?')}`, name)).questions).toHaveLength(1)
  },
)
