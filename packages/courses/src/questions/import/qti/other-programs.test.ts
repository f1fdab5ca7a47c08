import { expect, test } from 'vitest'
import { changes, readTextFile, refusals } from '../testing.ts'

const ilias = (
  kind: string,
  cardinality: string,
  conditions: string,
) => `<questestinterop><item ident="il_0_qst_1">
<itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>QUESTIONTYPE</fieldlabel><fieldentry>${kind}</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>
<presentation label="x"><flow><material><mattext texttype="text/plain">Which comes first?</mattext></material>
<response_lid ident="R" rcardinality="${cardinality}"><render_choice>
<response_label ident="0"><material><mattext>Genesis</mattext></material></response_label>
<response_label ident="1"><material><mattext>Exodus</mattext></material></response_label>
</render_choice></response_lid></flow></presentation>
<resprocessing><outcomes><decvar/></outcomes>${conditions}</resprocessing></item></questestinterop>`
const gives = (option: string, points: number, attributes = '') =>
  `<respcondition continue="Yes"><conditionvar><varequal respident="R"${attributes}>${option}</varequal></conditionvar><setvar action="Add">${points}</setvar></respcondition>`

test('ILIAS: one choice of several has the option that gives points', async () => {
  const file = await readTextFile(
    ilias('SINGLE CHOICE QUESTION', 'Single', gives('0', 0) + gives('1', 2)),
    'qpl.xml',
  )
  expect(file.questions).toMatchObject([{ options: ['Genesis', 'Exodus'], answer: 1 }])
})

test.each([
  ['ORDERING QUESTION', 'Ordered', gives('0', 2, ' index="0"') + gives('1', 0, ' index="1"'), 'put in order'],
  ['CLOZE QUESTION', 'Single', gives('0', 1), 'gaps in its text'],
  ['assKprimChoice', 'Multiple', gives('0', 1), 'right or wrong'],
])('ILIAS: %s has options and is no choice of one of them', async (kind, cardinality, conditions, said) => {
  const file = await readTextFile(ilias(kind, cardinality, conditions), 'qpl.xml')
  expect(file.questions).toEqual([])
  expect(refusals(file)).toEqual([expect.stringContaining(said)])
})

const openOlat = (
  adaptive: boolean,
) => `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="t" adaptive="${adaptive}" timeDependent="false" toolName="OpenOLAT">
<responseDeclaration identifier="RESPONSE_1" cardinality="single" baseType="identifier"><correctResponse><value>sc2</value></correctResponse></responseDeclaration>
<responseDeclaration identifier="HINTREQUEST" cardinality="single" baseType="boolean"/>
<itemBody><p>What is <em>lex</em>?</p>
<choiceInteraction responseIdentifier="RESPONSE_1" shuffle="true" maxChoices="1"><simpleChoice identifier="sc1"><p>Love</p></simpleChoice><simpleChoice identifier="sc2"><p>Law</p></simpleChoice></choiceInteraction>
<endAttemptInteraction responseIdentifier="HINTREQUEST" title="Hint"/></itemBody></assessmentItem>`

test('OpenOLAT: a question with a button for a hint is read without it; of an adaptive one it is the way on', async () => {
  const file = await readTextFile(openOlat(false), 'item.xml')
  expect(file.questions).toMatchObject([{ question: 'What is *lex*?', options: ['Love', 'Law'], answer: 1 }])
  expect(changes(file)).toEqual(['A button was left out'])
  expect(refusals(await readTextFile(openOlat(true), 'item.xml'))).toEqual([
    expect.stringContaining('a program of its own'),
  ])
})
