import { expect, test } from 'vitest'
import { readQuestionsOf } from './read-questions.ts'
import { changes, gapsOf, readTextFile, refusals, zipOf } from './testing.ts'

const read = async (text: string, name = 'a.xml') => {
  const file = await readTextFile(text, name)
  expect(gapsOf(file)).toEqual([])
  return file
}

/** A text as Blackboard writes it: HTML with its signs escaped. */
const formatted = (html: string) =>
  `<flow_mat><material><mat_extension><mat_formattedtext type="HTML">${html.replace(/</g, '&lt;')}</mat_formattedtext></mat_extension></material></flow_mat>`
const blackboard = `<questestinterop><assessment title="Pool"><section><item maxattempts="0">
<itemmetadata><bbmd_questiontype>Multiple Choice</bbmd_questiontype></itemmetadata>
<presentation><flow class="Block"><flow class="QUESTION_BLOCK">${formatted('<p>Who <b>was</b> it?</p>')}</flow>
<flow class="RESPONSE_BLOCK"><response_lid ident="response" rcardinality="Single"><render_choice>
<flow_label><response_label ident="aaa">${formatted('One')}</response_label></flow_label>
<flow_label><response_label ident="bbb">${formatted('Two')}</response_label></flow_label>
</render_choice></response_lid></flow></flow></presentation>
<resprocessing scoremodel="SumOfScores"><outcomes><decvar varname="SCORE" defaultval="0" maxvalue="10.00000"/></outcomes>
<respcondition title="correct"><conditionvar><varequal respident="response">bbb</varequal></conditionvar>
<setvar variablename="SCORE" action="Set">SCORE.max</setvar><displayfeedback linkrefid="correct"/></respcondition>
<respcondition title="incorrect"><conditionvar><other/></conditionvar><setvar variablename="SCORE" action="Set">0</setvar></respcondition>
</resprocessing><itemfeedback ident="correct">${formatted('Well done')}</itemfeedback></item></section></assessment></questestinterop>`

test('Blackboard: texts of its own element, the whole mark as SCORE.max, files of packages that end in .dat', async () => {
  const bytes = await zipOf({
    'imsmanifest.xml': '<manifest/>',
    'res00001.dat': `<?xml version="1.0"?>\n${blackboard}`,
    'res00002.dat': '<?xml version="1.0"?>\n<COURSE id="x"/>',
  })
  const file = await readQuestionsOf({ name: 'pool.zip', bytes })
  expect(gapsOf(file)).toEqual([])
  expect(refusals(file)).toEqual([])
  expect(file.questions).toEqual([
    { question: 'Who **was** it?', options: ['One', 'Two'], answer: 1, explanation: '- Two: Well done' },
  ])
})

const condition = (ident: string, score: string, more = '') =>
  `<respcondition><conditionvar><varequal respident="L">${ident}</varequal></conditionvar><setvar ${more}>${score}</setvar></respcondition>`
const brightspace = (kind: string, conditions: string) =>
  `<questestinterop><objectbank><item ident="Q" d2l_2p0:page="1"><itemmetadata><qtimetadata><qti_metadatafield>
<fieldlabel>qmd_questiontype</fieldlabel><fieldentry>${kind}</fieldentry></qti_metadatafield></qtimetadata></itemmetadata>
<presentation><flow><material><mattext texttype="text/html"><p>Who <i>is</i> it?</p></mattext></material>
<response_extension><d2l_2p0:grading_type>0</d2l_2p0:grading_type></response_extension>
<response_lid ident="L" rcardinality="Multiple"><render_choice><flow_label><response_label ident="A1"><flow_mat><material>
<mattext texttype="text/html">One</mattext></material></flow_mat></response_label></flow_label><flow_label>
<response_label ident="A2"><flow_mat><material><mattext texttype="text/html">Two</mattext></material></flow_mat></response_label>
</flow_label></render_choice></response_lid></flow></presentation><resprocessing>${conditions}</resprocessing></item></objectbank></questestinterop>`

test('Brightspace: a choice of one that is called multiple, tags without CDATA, an extension beside the options', async () => {
  const file = await read(
    brightspace(
      'Multiple Choice',
      condition('A1', '50.0', 'action="Set"') + condition('A2', '100.0', 'action="Set"'),
    ),
  )
  expect(file.questions).toMatchObject([{ question: 'Who *is* it?', options: ['One', 'Two'], answer: 1 }])
  expect(changes(file)).toEqual(['A part of the mark (50%) for “One” was left out'])
})

test('Brightspace: several options may be chosen, and one is counted as right', async () => {
  const compared =
    '<respcondition><conditionvar><vargte respident="D2L_Correct">1</vargte></conditionvar><setvar varname="que_score" action="Set">D2L_Correct</setvar></respcondition>'
  const count = (ident: string, name: string) => condition(ident, '1', `varname="${name}" action="Add"`)
  const file = await read(
    brightspace('Multi-Select', count('A1', 'D2L_Correct') + count('A2', 'D2L_Incorrect') + compared),
  )
  expect(file.questions).toMatchObject([{ answer: 0 }])
  expect(changes(file)).toEqual(['Several options could be chosen: one is chosen here'])
})

const respondus = (
  doctype: string,
) => `<?xml version="1.0" encoding="UTF-8"?>\n${doctype}\n<questestinterop><item ident="Q"><presentation>
<material><mattext texttype="text/html"><![CDATA[<P>Who&nbsp;is it?</P>]]></mattext></material><response_lid ident="L"><render_choice>
<response_label ident="A"><material><mattext>One</mattext></material></response_label><response_label ident="B"><material>
<mattext>Two</mattext></material></response_label></render_choice></response_lid></presentation><resprocessing>
<outcomes><decvar varname="que_score" maxvalue="1"/></outcomes>${condition('B', '1.00', 'varname="que_score" action="Add"')}</resprocessing></item></questestinterop>`

test.each([
  '<!DOCTYPE questestinterop SYSTEM "ims_qtiasiv1p2.dtd">',
  '<!doctype questestinterop PUBLIC "-//IMS//x" \'http://127.0.0.1:9/x.dtd\'>',
  '<!-- made by > hand --><!DOCTYPE questestinterop>',
])(
  'a document type that only names a file is refused by itself, and the questions come in: %s',
  async (doctype) => {
    const file = await read(respondus(doctype))
    expect(file.questions).toMatchObject([{ question: 'Who is it?', options: ['One', 'Two'], answer: 1 }])
    expect(refusals(file)).toEqual([expect.stringContaining('that is named here is not read')])
  },
)

test.each([
  '<!DOCTYPE questestinterop SYSTEM "x.dtd" [<!ENTITY a "b">]>',
  '<!DOCTYPE questestinterop [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
  '<!DOCTYPE questestinterop SYSTEM "x.dtd"><!DOCTYPE questestinterop [<!ENTITY a "b">]>',
  '<!DOCTYPE questestinterop SYSTEM "x.dtd" %a;>',
])('a document type that declares something refuses the file whole: %s', async (doctype) => {
  const file = await read(respondus(doctype))
  expect(file.questions).toEqual([])
  expect(refusals(file)).toEqual([expect.stringContaining('they can hide things')])
})

test('a document type inside of a question costs that question only', async () => {
  const [head = '', item = ''] = /^[\s\S]*?(?=<item)|<item[\s\S]*<\/item>/g[Symbol.match](respondus('')) ?? []
  const bad = item.replace('<mattext>One', '<mattext><!DOCTYPE x [<!ENTITY a "b">]>&a;One')
  const file = await read(`${head}${bad}${item}</questestinterop>`)
  expect(file.questions).toHaveLength(1)
  expect(refusals(file)).toHaveLength(1)
})

test('an entity that a named document type would declare costs its question only', async () => {
  const named = respondus('<!DOCTYPE questestinterop SYSTEM "x.dtd">')
  const file = await read(
    named.replace('<mattext>One', '<mattext>&secret;One').replace('</questestinterop>', ''),
  )
  expect(file.questions).toEqual([])
  expect(refusals(file)).toHaveLength(2)
})

test('texts in a package are read as they would be alone; notes to its reader hold no questions', async () => {
  const bytes = await zipOf({
    'bank/a.gift': 'Q1 {=a ~b}',
    'bank/b.txt': 'Q2?\nA. x\nB. y\nANSWER: A\n',
    'c.csv': 'question,key,option A,option B\nQ3,A,x,y\n',
    'd.txt': 'Q4 {=a ~b',
    'README.txt': 'About the bank.\n\nSecond paragraph.',
    '__MACOSX/bank/._a.gift': Buffer.from([0, 5, 22, 7]),
  })
  const file = await readQuestionsOf({ name: 'z.zip', bytes })
  expect(gapsOf(file)).toEqual([])
  expect(file.questions.map(({ question }) => question)).toEqual(['Q1', 'Q2?', 'Q3'])
  expect(refusals(file)).toEqual(['Its answers are not closed: a } is missing.'])
  const readme = file.files.find(({ name }) => name === 'README.txt')
  expect(readme?.spans.map(({ fate }) => fate)).toEqual(['ignored'])
})

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

test('pictures are found where programs of Windows write folders with backslashes, and where QTI shows objects', async () => {
  const one = brightspace('True/False', condition('A1', '100', 'action="Set"')).replace(
    '<presentation><flow>',
    '<presentation><flow><material><matimage uri="images\\x.png" label="A dot"/></material>',
  )
  const two = `<assessmentItem><responseDeclaration identifier="R" cardinality="single"><correctResponse><value>A</value></correctResponse>
</responseDeclaration><itemBody><p>See <object type="image/png" data="images/x.png">a dot</object></p><choiceInteraction responseIdentifier="R" maxChoices="1">
<simpleChoice identifier="A">1</simpleChoice><simpleChoice identifier="B">2</simpleChoice></choiceInteraction>
<feedbackBlock identifier="A" outcomeIdentifier="F" showHide="show"><p>Because.</p></feedbackBlock><rubricBlock view="scorer">r</rubricBlock></itemBody></assessmentItem>`
  const bytes = await zipOf({ 'q/one.xml': one, 'q/two.xml': two, 'q/images/x.png': dot })
  const file = await readQuestionsOf({ name: 'z.zip', bytes })
  expect(gapsOf(file)).toEqual([])
  expect(file.questions.map(({ question }) => question)).toEqual([
    expect.stringMatching(/^!\[A dot\]\(picture:[\da-f]{32}\)\n\nWho/),
    expect.stringMatching(/^See !\[a dot\]\(picture:[\da-f]{32}\)$/),
  ])
  expect(file.questions[1]?.explanation).toBe('Because.')
  expect(changes(file)).toContain('What is said to those who grade was left out')
})

test('names of a package with backslashes are read as folders; those that lead outside are refused', async () => {
  const withSlashes = async (name: string) => {
    const bytes = await zipOf({ [name.replaceAll('\\', '_')]: 'Q {=a ~b}' })
    return Buffer.from(bytes.toString('latin1').replaceAll(name.replaceAll('\\', '_'), name), 'latin1')
  }
  const inside = await readQuestionsOf({ name: 'z.zip', bytes: await withSlashes('bank\\a.gift') })
  expect(inside.files.map(({ name }) => name)).toEqual(['bank/a.gift'])
  expect(inside.questions).toHaveLength(1)
  const outside = await readQuestionsOf({ name: 'z.zip', bytes: await withSlashes('..\\a.gift') })
  expect(refusals(outside)).toEqual([expect.stringContaining('outside of itself')])
})

test('Moodle before 2.0: its picture beside the text comes in', async () => {
  const file = await read(
    `<quiz><question type="multichoice"><questiontext format="html"><text>Q</text></questiontext><image>moodle/x.png</image>
<image_base64>${dot.toString('base64')}</image_base64><answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer></question></quiz>`,
  )
  expect(file.questions[0]?.question).toMatch(/^Q\n\n!\[\]\(picture:[\da-f]{32}\)$/)
  expect(file.pictures).toMatchObject([{ name: 'x.png' }])
})

test('the elements of Moodle may have a prefix, and a list goes on with its own number', async () => {
  const file = await read(
    '<m:quiz xmlns:m="x"><m:question type="multichoice"><m:questiontext format="html"><m:text>&lt;ol start="3"&gt;&lt;li&gt;c&lt;/ol&gt;</m:text></m:questiontext><m:answer fraction="100"><m:text>a</m:text></m:answer><m:answer fraction="0"><m:text>b</m:text></m:answer></m:question></m:quiz>',
  )
  expect(file.questions).toMatchObject([{ question: '3. c', options: ['a', 'b'] }])
})
