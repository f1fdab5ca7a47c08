import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTextFile } from '../import/testing.ts'
import { asFile, type ExportedLesson, exportText } from './export-text.ts'
import type { ExportFormat } from './schema.ts'

/** Texts with the signs of the formats in them, as an author saves them: trimmed, with the one end of a line. */
const piece = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom(
    ...[
      '{',
      '}',
      '~',
      '=',
      '#',
      '####',
      ':',
      '::',
      '\\',
      '\\n',
      '\n',
      '\n\n',
      '//',
      '$CATEGORY: x',
      '->',
      '%50%',
    ],
    ...[
      '[html]',
      '<b>',
      '</text>',
      ']]>',
      '<![CDATA[',
      '&amp;',
      '&',
      '"',
      "'",
      ',',
      ';',
      '=1+1',
      '-5',
      'T',
      'TRUE',
    ],
    ...['**bold**', '- item', 'ANSWER: A', 'A. x', '\t', '_____', '\u00a0', '’', '日本'],
  ),
)
const text = fc
  .array(piece, { minLength: 1, maxLength: 6 })
  .map((pieces) => pieces.join('').replace(/\r\n?/g, '\n').trim())
  .filter((one) => one !== '' && one.isWellFormed() && !/[^\P{Cc}\t\n]|[\u{FFFD}-\u{FFFF}]/u.test(one))

const question = fc
  .record({
    question: text,
    options: fc.array(text, { minLength: 2, maxLength: 26, size: 'max' }),
    explanation: fc.option(text),
    key: fc.nat(),
  })
  .map(({ key, ...one }) => ({ ...one, questionId: 'que_any', answer: key % one.options.length }))

const lessonsOf = (questions: ExportedLesson['questions']): ExportedLesson[] => [
  { title: 'One / {two}', questions },
]

for (const format of ['gift', 'moodle-xml', 'csv'] satisfies ExportFormat[])
  test(`what ${format} says is read again as the same questions, all of them, in their order`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(question, { maxLength: 5 }), async (questions) => {
        const exported = exportText(lessonsOf(questions), format)
        const { questions: read } = await readTextFile(
          exported.text,
          `bank.${format === 'moodle-xml' ? 'xml' : format}`,
        )
        const proven = questions.filter((_, at) => exported.proofs[at]?.status === 'proven')
        expect(read).toEqual(proven.map(({ questionId: _, ...one }) => one))
        // Moodle's XML says everything; so does CSV.
        expect(format === 'gift' || proven.length === questions.length).toBe(true)
      }),
      { numRuns: 150 },
    )
  })

test('GIFT says every plain question; nothing is written that would be read as something else', async () => {
  const [plain, noKey] = [
    {
      questionId: 'que_1',
      question: 'A: {b} = c\n\nSecond *line*',
      options: ['~x', '%50%', '[html]'],
      answer: 1,
      explanation: '# why',
    },
    { questionId: 'que_2', question: 'No key?', options: ['x', 'y'], answer: null, explanation: null },
  ]
  const { text: written, proofs } = exportText(
    lessonsOf([plain, noKey, { ...plain, questionId: 'que_3', options: ['x'], answer: 0 }]),
    'gift',
  )
  expect(proofs).toEqual([
    { questionId: 'que_1', status: 'proven', reason: null },
    { questionId: 'que_2', status: 'left out', reason: 'No option is marked as correct.' },
    { questionId: 'que_3', status: 'left out', reason: 'It has fewer than 2 options.' },
  ])
  expect((await readTextFile(written, 'a.gift')).questions).toHaveLength(1)
})

test.each([
  ['gift', '$CATEGORY: One // {two}\n'],
  ['moodle-xml', '$course$/top/One // {two}<'],
] as const)('in %s a title with a slash is one category', (format, category) => {
  const question = { questionId: 'q', question: 'Q?', options: ['x', 'y'], answer: 0, explanation: null }
  expect(exportText(lessonsOf([question]), format).text).toContain(category)
})

test('only the file of CSV begins with the mark of UTF-8, and it is read as without it', async () => {
  const question = { questionId: 'q', question: 'Où?', options: ['é', 'y'], answer: 0, explanation: null }
  const { text: written } = exportText(lessonsOf([question]), 'csv')
  const file = asFile(written, 'csv')
  expect(file).toBe(`\u{feff}${written}`)
  expect((await readTextFile(file, 'a.csv')).questions).toMatchObject([{ question: 'Où?', answer: 0 }])
  for (const format of ['gift', 'moodle-xml'] as const) expect(asFile('x', format)).toBe('x')
})

test('no cell of the CSV is run by a spreadsheet', () => {
  const evil = {
    questionId: 'q',
    question: '=HYPERLINK("x")',
    options: ['@SUM(A1)', '-5'],
    answer: 0,
    explanation: '+1+cmd',
  }
  const { text: written } = exportText(lessonsOf([evil]), 'csv')
  expect(written.split('\r\n')[1]).toBe(`"'=HYPERLINK(""x"")","A","'+1+cmd","'@SUM(A1)","-5"`)
})
