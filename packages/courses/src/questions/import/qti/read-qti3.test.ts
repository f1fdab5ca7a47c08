import { expect, test } from 'vitest'
import { changes, gapsOf, readTextFile, refusals } from '../testing.ts'

const read = async (text: string) => {
  const file = await readTextFile(text, 'item.xml')
  expect(gapsOf(file)).toEqual([])
  return file
}

const item3 = (body: string, { key = 'B', more = '' } = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="i" title="t" time-dependent="false">
  <qti-response-declaration identifier="R" cardinality="single" base-type="identifier">
    <qti-correct-response><qti-value>${key}</qti-value></qti-correct-response>
  </qti-response-declaration>${more}
  <qti-item-body>${body}</qti-item-body>
</qti-assessment-item>`
const choice = `<qti-choice-interaction response-identifier="R" shuffle="true" max-choices="1">
  <qti-prompt>Who <b>was</b> it?</qti-prompt>
  <qti-simple-choice identifier="A">One</qti-simple-choice>
  <qti-simple-choice identifier="B">Two <qti-feedback-inline identifier="B" outcome-identifier="F">Yes!</qti-feedback-inline></qti-simple-choice>
</qti-choice-interaction>`

test('QTI 3: an item says the same as one of QTI 2 by other names, and its feedback is no part of the question', async () => {
  const file = await read(
    item3(
      `<p>Read &amp; think.</p>${choice}
      <qti-feedback-block identifier="x" outcome-identifier="F"><qti-content-body><p>First this.</p><p>Then that.</p></qti-content-body></qti-feedback-block>
      <qti-modal-feedback identifier="y" outcome-identifier="F">Because.</qti-modal-feedback>`,
    ),
  )
  expect(file.format).toBe('qti-3.0')
  expect(file.questions).toEqual([
    {
      question: 'Read & think.\n\nWho **was** it?',
      options: ['One', 'Two'],
      answer: 1,
      explanation: 'First this.\n\nThen that.\n\nBecause.\n\n- Two: Yes!',
    },
  ])
})

test('QTI 3: marks are those of the mapping', async () => {
  const mapped = item3(choice).replace(
    /<qti-correct-response>.*<\/qti-correct-response>/,
    '<qti-mapping><qti-map-entry map-key="A" mapped-value="2"/><qti-map-entry map-key="B" mapped-value="-1"/></qti-mapping>',
  )
  expect((await read(mapped)).questions).toMatchObject([{ answer: 0 }])
})

test.each([
  ['<qti-text-entry-interaction response-identifier="R"/>', 'to be typed'],
  ['<qti-match-interaction response-identifier="R"/>', 'Pairs are to be matched'],
  ['<qti-portable-custom-interaction response-identifier="R"/>', 'a program of its own'],
])('QTI 3: what is no choice of options is refused by its name: %s', async (interaction, said) => {
  const file = await read(item3(`<p>Which?</p>${interaction}`))
  expect(file.questions).toEqual([])
  expect(refusals(file)).toEqual([expect.stringContaining(said)])
})

test('QTI 3: a text that stands in another file is told', async () => {
  const file = await read(
    item3(choice, { more: '<qti-assessment-stimulus-ref identifier="s" href="night.xml" title="t"/>' }),
  )
  expect(changes(file)).toContain('What it includes from another file was left out')
})
