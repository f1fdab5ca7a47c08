import type { ImportAccount } from '@freeor/courses/questions/import/schema'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { questionTexts } from '../texts/questions.ts'
import { FileAccount } from './file-account.tsx'

const words = questionTexts.import

const show = (file: Partial<ImportAccount['files'][number]>, questions: ImportAccount['questions'] = []) => {
  const bytes = file.spans?.at(-1)?.to ?? 0
  const account: ImportAccount = {
    ...{ importId: 'qim_1', format: 'zip', questions },
    files: [{ name: 'bank.zip', bytes, format: 'unknown', encoding: null, spans: [], ...file }],
    sum: { bytes, in: 0, changed: 0, ignored: bytes, refused: 0 },
    counts: { in: 0, changed: 0, refused: 0 },
  }
  return renderToStaticMarkup(<FileAccount account={account} />)
}

const ignored = { from: 0, to: 9, fate: 'ignored', line: null, question: null, text: null } as const

test('a file that gives no question says so, and so does an empty one', () => {
  expect(show({ spans: [{ ...ignored, notes: ['A rule'] }] })).toContain(words.nothing)
  expect(show({})).toContain(words.empty)
  const question = { question: 'Q', options: ['x', 'y'], answer: 0, explanation: null }
  expect(show({}, [question])).not.toContain(words.empty)
})

test('why a whole file is ignored is read in the list; blank lines and comments are not in it', () => {
  expect(show({ spans: [{ ...ignored, notes: ['Files of this kind are not read'] }] })).toContain(
    '</strong> Files of this kind are not read</li>',
  )
  expect(show({ spans: [{ ...ignored, line: 1, text: '// x', notes: ['A comment'] }] })).not.toContain('<li>')
})

test('a part that is not shown is said so, and the mark of an encoding is none', () => {
  const parts = (...texts: (string | null)[]) =>
    show({ spans: texts.map((text, at) => ({ ...ignored, from: at, to: at + 1, notes: ['A rule'], text })) })
  expect(parts(null)).toContain('1 part of the file is not shown here; it is counted above.')
  expect(parts(null, null)).toContain('2 parts of the file are not shown here; they are counted above.')
  expect(parts('', 'x')).not.toContain('not shown here')
})
