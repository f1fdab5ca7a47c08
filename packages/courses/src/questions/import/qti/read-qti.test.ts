import { expect, test } from 'vitest'
import { changes, gapsOf, readTextFile, refusals } from '../testing.ts'

const read = async (text: string) => {
  const file = await readTextFile(text, 'qti.xml')
  expect(gapsOf(file)).toEqual([])
  return file
}

const label = (ident: string, text: string) =>
  `<response_label ident="${ident}"><material><mattext texttype="text/plain">${text}</mattext></material></response_label>`
const item1 = (
  conditions: string,
  { cardinality = 'Single', more = '' } = {},
) => `<item ident="i"><presentation>
  <material><mattext texttype="text/html">&lt;p&gt;Who?&lt;/p&gt;</mattext></material>
  <response_lid ident="r" rcardinality="${cardinality}"><render_choice>${label('a', 'A one')}${label('b', 'B two')}${label('c', 'C three')}</render_choice></response_lid>
  </presentation><resprocessing><outcomes><decvar varname="SCORE" minvalue="0" maxvalue="100"/></outcomes>${conditions}</resprocessing>${more}</item>`
const right = (rule: string, score = '100', action = 'Set') =>
  `<respcondition continue="No"><conditionvar>${rule}</conditionvar><setvar action="${action}" varname="SCORE">${score}</setvar></respcondition>`
const equal = (ident: string) => `<varequal respident="r">${ident}</varequal>`
const bank = (...items: string[]) =>
  `<?xml version="1.0"?><questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="x"><section ident="s">${items.join('\n')}</section></assessment></questestinterop>`

test('QTI 1.2: the key is the option that its rules give most for', async () => {
  const file = await read(
    bank(
      item1(right(equal('b'))),
      item1(right(`<or>${equal('c')}${equal('x')}</or>`, '1', 'Add')),
      item1(right(`<not>${equal('a')}</not>`, '0') + right(equal('a'), '5')),
      item1(right(`<not><or>${equal('a')}${equal('b')}</or></not>`, '1')),
    ),
  )
  expect(file.format).toBe('qti-1.2')
  expect(file.questions.map(({ answer }) => answer)).toEqual([1, 2, 0, 2])
  expect(file.questions[0]).toEqual({
    question: 'Who?',
    options: ['A one', 'B two', 'C three'],
    answer: 1,
    explanation: null,
  })
})

test('QTI 1.2: two best options, none, several together and other kinds are refused, each alone', async () => {
  const typed =
    '<item><presentation><response_str ident="r"><render_fib/></response_str></presentation></item>'
  const file = await read(
    bank(
      item1(right(`<or>${equal('a')}${equal('b')}</or>`)),
      item1(''),
      item1(right(`<and>${equal('a')}${equal('b')}<not>${equal('c')}</not></and>`), {
        cardinality: 'Multiple',
      }),
      item1(right(`<and>${equal('b')}<not>${equal('a')}</not><not>${equal('c')}</not></and>`), {
        cardinality: 'Multiple',
      }),
      typed,
      '<item ident="bad"><presentation></item>',
      item1(right(equal('a'))),
    ),
  )
  expect(file.questions.map(({ answer }) => answer)).toEqual([1, 0])
  expect(refusals(file)).toHaveLength(5)
  expect(changes(file)).toEqual(['Several options could be chosen: one is chosen here'])
})

test('QTI 1.2: feedback for all goes into the explanation, feedback of an option with it', async () => {
  const said = (ident: string, text: string) =>
    `<itemfeedback ident="${ident}"><flow_mat><material><mattext>${text}</mattext></material></flow_mat></itemfeedback>`
  const shown = (rule: string, ident: string) =>
    `<respcondition continue="Yes"><conditionvar>${rule}</conditionvar><displayfeedback feedbacktype="Response" linkrefid="${ident}"/></respcondition>`
  const file = await read(
    bank(
      item1(shown('<other/>', 'general_fb') + shown(equal('a'), 'a_fb') + right(equal('b')), {
        more: said('general_fb', 'See lesson 2.') + said('a_fb', 'No: that was later.'),
      }),
    ),
  )
  expect(file.questions[0]?.explanation).toBe('See lesson 2.\n\n- A one: No: that was later.')
})

test('QTI 1.2: the settings of a quiz are ignored by rule; its instructions belong to no question', async () => {
  const field = (text: string) =>
    `<qtimetadata><qtimetadatafield><fieldentry>${text}</fieldentry></qtimetadatafield></qtimetadata>`
  const drawn =
    '<selection_ordering><selection><selection_number>1</selection_number></selection></selection_ordering>'
  const within = async (between: string) =>
    await read(bank(`${between}${item1(right(equal('b')))}${between}${item1(right(equal('c')))}`))
  const settings = await within(`${field('1')}${drawn}<duration>PT1H</duration><a:sectionmetadata/>`)
  expect(refusals(settings)).toEqual([])
  expect(settings.files[0]?.spans.map(({ fate }) => fate)).toEqual([
    'ignored',
    'in',
    'ignored',
    'in',
    'ignored',
  ])
  for (const other of ['<rubric>Read.</rubric>', `${field('1')} Read.`, '<qtimetadata>Read.'])
    expect(refusals(await within(other))).toHaveLength(2)
})

test('QTI 1.2: what is said to all wrong answers is told as left out', async () => {
  const said = '<itemfeedback ident="wrong"><material><mattext>Try again.</mattext></material></itemfeedback>'
  const file = await read(bank(item1(right(equal('b')), { more: said })))
  expect(file.questions).toMatchObject([{ answer: 1, explanation: null }])
  expect(changes(file)).toEqual(['What is said to right and wrong answers in general was left out'])
})

test.each(['fill_in_multiple_blanks_question', 'multiple_dropdowns_question', 'matching_question'])(
  'QTI 1.2: a %s with one gap or pair is no choice of options',
  async (kind) => {
    const said = `<itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>${kind}</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>`
    const file = await read(bank(item1(right(equal('b')), { more: said })))
    expect(file.questions).toEqual([])
    expect(refusals(file)).toEqual([expect.stringContaining('a quiz here is chosen from options')])
  },
)

const item2 = (declared: string, body: string, more = '') =>
  `<?xml version="1.0"?><assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="t">
  <responseDeclaration identifier="R" cardinality="single" baseType="identifier">${declared}</responseDeclaration>
  <itemBody>${body}</itemBody>${more}</assessmentItem>`
const interaction = `<choiceInteraction responseIdentifier="R" shuffle="true" maxChoices="1"><prompt>Who <b>was</b> it?</prompt>
  <simpleChoice identifier="A">One</simpleChoice><simpleChoice identifier="B">Two <feedbackInline identifier="B" outcomeIdentifier="F" showHide="show">Yes!</feedbackInline></simpleChoice></choiceInteraction>`

test('QTI 2.1: the key is the correct response, or what the mapping gives most for', async () => {
  const file = await read(
    item2(
      '<correctResponse><value>B</value></correctResponse>',
      `<p>Read &amp; think.</p>${interaction}`,
      '<modalFeedback identifier="x" outcomeIdentifier="F" showHide="show">Because.</modalFeedback>',
    ),
  )
  expect(file.format).toBe('qti-2.1')
  expect(file.questions).toEqual([
    {
      question: 'Read & think.\n\nWho **was** it?',
      options: ['One', 'Two'],
      answer: 1,
      explanation: 'Because.\n\n- Two: Yes!',
    },
  ])
  const mapped = await read(
    item2(
      '<mapping><mapEntry mapKey="A" mappedValue="2"/><mapEntry mapKey="B" mappedValue="-1"/></mapping>',
      interaction,
    ),
  )
  expect(mapped.questions[0]?.answer).toBe(0)
})

test('QTI 2.1: what is no choice of options is refused by its name, and a wrong key too', async () => {
  const typed = await read(item2('', '<p>x <textEntryInteraction responseIdentifier="R"/></p>'))
  expect(refusals(typed)).toEqual([expect.stringContaining('to be typed')])
  const wrong = await read(item2('<correctResponse><value>Z</value></correctResponse>', interaction))
  expect(refusals(wrong)).toEqual(['No option is marked as the right one.'])
})

test('QTI 2.1: marks beside the correct response give parts of the mark; where they name another key, it is refused', async () => {
  const marks = (a: number, b: number) =>
    `<correctResponse><value>B</value></correctResponse><mapping><mapEntry mapKey="A" mappedValue="${a}"/><mapEntry mapKey="B" mappedValue="${b}"/></mapping>`
  const part = await read(item2(marks(0.5, 1), interaction))
  expect(part.questions).toMatchObject([{ answer: 1 }])
  expect(changes(part)).toContain('A part of the mark (50%) for “One” was left out')
  const other = await read(item2(marks(1, 0), interaction))
  expect(refusals(other)).toEqual(['Its correct response and its marks name different options.'])
})

test('QTI 2.1: what an item includes from another file is told', async () => {
  const file = await read(
    item2(
      '<correctResponse><value>B</value></correctResponse>',
      `<xi:include href="stimulus.xml"/>${interaction}`,
    ),
  )
  expect(changes(file)).toContain('What it includes from another file was left out')
})
