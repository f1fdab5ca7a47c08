import { expect, test } from 'vitest'
import { changes, gapsOf, readTextFile, refusals } from '../testing.ts'

const quiz = (...questions: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${questions.join('\n')}\n</quiz>`
const answer = (fraction: string, text: string, more = '') =>
  `<answer fraction="${fraction}" format="html"><text>${text}</text>${more}</answer>`
const choice = (asked: string, answers: string, more = '') =>
  `<question type="multichoice"><name><text>N</text></name><questiontext format="html"><text><![CDATA[${asked}]]></text></questiontext>${more}${answers}</question>`
const good = (asked: string) => choice(asked, answer('100', 'yes') + answer('0', 'no'))

const read = async (text: string) => {
  const file = await readTextFile(text, 'moodle.xml')
  expect(gapsOf(file)).toEqual([])
  return file
}

test('a choice comes in with its explanation', async () => {
  const more =
    '<generalfeedback format="html"><text>&lt;p&gt;See &lt;em&gt;lesson&lt;/em&gt; 2&lt;/p&gt;</text></generalfeedback><single>true</single>'
  const file = await read(
    quiz(choice('<p>Who?</p><ul><li>a</li><li>b</li></ul>', answer('0', 'x') + answer('100', 'y'), more)),
  )
  expect(file.format).toBe('moodle-xml')
  expect(file.questions).toEqual([
    { question: 'Who?\n\n- a\n- b', options: ['x', 'y'], answer: 1, explanation: 'See *lesson* 2' },
  ])
  expect([...changes(file), ...refusals(file)]).toEqual([])
})

test('categories are ignored by rule, other kinds are refused with their reason', async () => {
  const file = await read(
    quiz(
      '<question type="category"><category><text>$course$/x</text></category></question>',
      ...['shortanswer', 'essay', 'matching', 'numerical', 'cloze', 'description', 'strange'].map(
        (type) =>
          `<question type="${type}"><questiontext format="html"><text>Q</text></questiontext></question>`,
      ),
      good('Q?'),
    ),
  )
  expect(file.questions).toHaveLength(1)
  expect(refusals(file)).toHaveLength(7)
  expect(new Set(refusals(file)).size).toBe(7)
})

test('a question that is not well formed costs no other', async () => {
  for (const bad of [
    '<question type="multichoice"><questiontext><text>Q</questiontext></question>',
    '<question type="multichoice"><questiontext><text>a & b</text></questiontext></question>',
    '<question type="multichoice"><questiontext><text>&nbsp;</text></questiontext></question>',
    '<question type="multichoice"><questiontext><text>never closed',
    '<question type="multichoice"><questiontext><text><![CDATA[never closed</text></questiontext></question>',
  ]) {
    const file = await read(quiz(good('One?'), bad, good('Two?')))
    expect(file.questions.map(({ question }) => question)).toEqual(['One?', 'Two?'])
    expect(refusals(file)).toHaveLength(1)
  }
})

test('a file with a document type is refused whole: nothing that it declares is read', async () => {
  const bomb = '<!DOCTYPE quiz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
  const file = await read(quiz(good('Q?')).replace('<quiz>', `${bomb}<quiz>`))
  expect(file.questions).toEqual([])
  expect(refusals(file)).toEqual([expect.stringContaining('document type')])
})

test('marks: one whole mark is the key, several are refused, parts and deductions are left out and told', async () => {
  const file = await read(
    quiz(
      choice(
        'One?',
        answer('100', 'a') + answer('50', 'b') + answer('-33.333', 'c'),
        '<single>false</single>',
      ),
      choice('Two?', answer('50', 'a') + answer('50', 'b')),
      choice('Three?', answer('0', 'a') + answer('0', 'b')),
    ),
  )
  expect(file.questions).toMatchObject([{ options: ['a', 'b', 'c'], answer: 0 }])
  expect(changes(file)).toEqual([
    'Several options could be chosen: one is chosen here',
    'A part of the mark (50%) for “b” was left out',
    'Deductions for wrong options were left out',
  ])
  expect(refusals(file)).toHaveLength(2)
})

test('a question of all or nothing with one right option comes in changed; with two it is refused', async () => {
  const asSet = (text: string) => text.replace('type="multichoice"', 'type="multichoiceset"')
  const file = await read(
    quiz(
      asSet(choice('One?', answer('100', 'a') + answer('0', 'b'))),
      asSet(choice('Two?', answer('100', 'a') + answer('100', 'b') + answer('0', 'c'))),
    ),
  )
  expect(file.questions).toMatchObject([{ question: 'One?', answer: 0 }])
  expect(changes(file)).toEqual(['Several options could be chosen: one is chosen here'])
  expect(refusals(file)).toHaveLength(1)
})

test('what is said to options, hints and pictures is accounted for', async () => {
  const picture = '<file name="a.png" encoding="base64">AAAA</file>'
  const file = await read(
    quiz(
      choice(
        'Q? <img src="@@PLUGINFILE@@/a.png" alt="A map">',
        answer('100', 'a', '<feedback><text>Good</text></feedback>') + answer('0', 'b'),
        `<hint><text>Think</text></hint>${picture}`,
      ),
    ),
  )
  expect(file.questions).toMatchObject([{ question: 'Q? A map', explanation: '- a: Good' }])
  expect(changes(file)).toHaveLength(4)
})

test('a picture of a Markdown text comes in; of one that is not in the file its words stay', async () => {
  const picture = `<file name="a b.png" path="/" encoding="base64">${Buffer.from('picture').toString('base64')}</file>`
  const file = await read(
    quiz(`<question type="multichoice"><questiontext format="markdown"><text>Q? ![A *map*](@@PLUGINFILE@@/a%20b.png "Wide") ![gone](@@PLUGINFILE@@/c.png) ![x](https://else.where/d.png)</text>${picture}</questiontext>
      <single>true</single>${answer('100', 'a')}${answer('0', 'b')}</question>`),
  )
  const [found] = file.pictures
  expect(file.questions[0]?.question).toBe(
    `Q? ![A *map*](picture:${found?.key}) gone ![x](https://else.where/d.png)`,
  )
  expect(changes(file)).toContain('A picture was left out')
})

test('a mark may be written with a comma; what is no number is refused', async () => {
  const file = await read(
    quiz(
      choice('One?', answer('100,0', 'a') + answer('-33,3', 'b')),
      choice('Two?', answer('all', 'a') + answer('0', 'b')),
    ),
  )
  expect(file.questions).toMatchObject([{ question: 'One?', answer: 0 }])
  expect(refusals(file)).toEqual(['The mark of an option is no number.'])
})

test('true and false', async () => {
  const file = await read(
    quiz(
      `<question type="truefalse"><questiontext format="html"><text>Q</text></questiontext>${answer('0', 'true')}${answer('100', 'false')}</question>`,
    ),
  )
  expect(file.questions).toMatchObject([{ options: ['True', 'False'], answer: 1 }])
})

test('an encoding that the file declares is used', async () => {
  const { readQuestionsOf } = await import('../read-questions.ts')
  const text = quiz(good('Où, ça?')).replace('UTF-8', 'ISO-8859-1')
  const file = await readQuestionsOf({ name: 'x.xml', bytes: Buffer.from(text, 'latin1') })
  expect(gapsOf(file)).toEqual([])
  expect(file.questions[0]?.question).toBe('Où, ça?')
})
