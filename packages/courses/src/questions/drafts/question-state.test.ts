import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AuthorQuestion } from '../schema.ts'
import { changeOf, draftOf, type QuestionDraft } from './question-draft.ts'
import {
  changeState,
  isChanged,
  openQuestion,
  type QuestionEvent,
  type QuestionState,
} from './question-state.ts'

const stored: AuthorQuestion = {
  ...{ id: 'que_1', lessonId: 'les_1', position: 1, version: 1 },
  question: 'Who wrote the edict of Torda?',
  options: [
    { id: 'opt_a', text: 'A diet' },
    { id: 'opt_b', text: 'A king' },
    { id: 'opt_c', text: 'A bishop' },
  ],
  answer: 'opt_a',
  explanation: 'The diet of 1568.',
  _created: '2026-01-01T00:00:00.000Z',
  lastUpdated: '2026-01-01T00:00:00.000Z',
}

const theirs = (change: Partial<AuthorQuestion>): AuthorQuestion => ({ ...stored, version: 2, ...change })
const after = (events: readonly QuestionEvent[], from: QuestionState = openQuestion(stored)) =>
  events.reduce(changeState, from)
const type = (text: string): QuestionEvent => ({ type: 'edit', action: { type: 'question', text } })
const write = (key: string, text: string): QuestionEvent => ({
  type: 'edit',
  action: { type: 'option', key, text },
})
const textsOf = ({ draft }: QuestionState) => draft.options.map(({ text }) => text)
const rightOf = ({ draft }: QuestionState) => draft.options.find(({ key }) => key === draft.right)?.text

/** As the server answers: trimmed, new options with ids. */
const answerTo = (draft: QuestionDraft, version: number): AuthorQuestion => {
  const options = draft.options.map(({ id, key, text }) => ({ id: id ?? `opt_of_${key}`, text: text.trim() }))
  const at = draft.options.findIndex(({ key }) => key === draft.right)
  return {
    ...stored,
    ...{ version, options, question: draft.question.trim() },
    ...{ answer: options[at]?.id ?? null, explanation: draft.explanation.trim() || null },
  }
}

test('what is typed while a question is being saved stays, and is not saved yet', () => {
  const sending = after([type('Who wrote it? '), { type: 'send' }])
  const typing = after([type('Who wrote it? And when?'), write('opt_b', 'A prince')], sending)
  const saved = after([{ type: 'save', question: answerTo(sending.sent ?? sending.draft, 2) }], typing)
  expect(saved.draft.question).toBe('Who wrote it? And when?')
  expect(textsOf(saved)).toEqual(['A diet', 'A prince', 'A bishop'])
  expect([saved.base.version, isChanged(saved)]).toEqual([2, true])
  const rest = after([{ type: 'save', question: answerTo(sending.draft, 2) }], sending)
  expect([rest.draft.question, isChanged(rest)]).toEqual(['Who wrote it?', false])
})

test('an option that was new has its id after the save, also where it was written on', () => {
  const added = after([{ type: 'edit', action: { type: 'add' } }])
  const key = added.draft.options[3]?.key ?? ''
  const sending = after([write(key, 'Nobody'), { type: 'send' }], added)
  const answer = answerTo(sending.draft, 2)
  const saved = after([write(key, 'Nobody knows'), { type: 'save', question: answer }], sending)
  expect(changeOf(saved.draft).options[3]).toEqual({ id: answer.options[3]?.id, text: 'Nobody knows' })
})

test('two people who changed different parts are joined', () => {
  const learned = after([
    type('Who wrote the edict of Torda in 1568?'),
    write('opt_b', 'A prince'),
    {
      type: 'learn',
      question: theirs({
        explanation: 'The diet, in January 1568.',
        options: [
          { id: 'opt_c', text: 'A bishop' },
          { id: 'opt_a', text: 'The diet' },
          { id: 'opt_b', text: 'A king' },
          { id: 'opt_d', text: 'A town' },
        ],
      }),
    },
  ])
  expect(learned.conflict).toBeUndefined()
  expect(learned.base.version).toBe(2)
  expect(learned.draft).toMatchObject({
    question: 'Who wrote the edict of Torda in 1568?',
    explanation: 'The diet, in January 1568.',
  })
  expect(textsOf(learned)).toEqual(['A bishop', 'The diet', 'A prince', 'A town'])
  expect(rightOf(learned)).toBe('The diet')
})

test('the same words changed twice are a conflict; each part is the choice of the author', () => {
  const contested = after([
    type('Which diet wrote it?'),
    write('opt_a', 'That of Torda'),
    { type: 'edit', action: { type: 'right', key: 'opt_b' } },
    {
      type: 'learn',
      question: theirs({
        question: 'Which king signed it?',
        answer: 'opt_c',
        explanation: 'Theirs.',
        options: [{ id: 'opt_a', text: 'Nobody' }, ...stored.options.slice(1)],
      }),
    },
  ])
  expect(contested.conflict?.contested).toEqual(['question', 'options', 'right'])
  expect(contested.draft).toMatchObject({ question: 'Which diet wrote it?', explanation: 'Theirs.' })
  expect(contested.base.version).toBe(1)
  const mine = after([{ type: 'resolve', theirs: [] }], contested)
  expect([mine.draft.question, textsOf(mine)[0], rightOf(mine)]).toEqual([
    'Which diet wrote it?',
    'That of Torda',
    'A king',
  ])
  const mixed = after([{ type: 'resolve', theirs: ['options', 'right'] }], contested)
  expect([mixed.draft.question, textsOf(mixed)[0], rightOf(mixed)]).toEqual([
    'Which diet wrote it?',
    'Nobody',
    'A bishop',
  ])
  expect([mixed.base.version, mixed.conflict]).toEqual([2, undefined])
})

test('an option that somebody removed while it was written, or marked as right, is not lost silently', () => {
  const without = theirs({ options: stored.options.slice(0, 2) })
  const written = after([write('opt_c', 'The bishop of Kolozsvár'), { type: 'learn', question: without }])
  expect(written.conflict?.contested).toEqual(['options'])
  expect(textsOf(written)).toContain('The bishop of Kolozsvár')
  const marked = after([
    { type: 'edit', action: { type: 'right', key: 'opt_c' } },
    { type: 'learn', question: without },
  ])
  expect([marked.conflict?.contested, rightOf(marked)]).toEqual([['options'], 'A bishop'])
  const untouched = after([type('Who?'), { type: 'learn', question: without }])
  expect([untouched.conflict, textsOf(untouched)]).toEqual([undefined, ['A diet', 'A king']])
})

test('whoever takes the other’s options without the one they marked as right takes the other’s key', () => {
  const added = after([{ type: 'edit', action: { type: 'add' } }])
  const key = added.draft.options[3]?.key ?? ''
  const options = [{ id: 'opt_a', text: 'The diet' }, ...stored.options.slice(1)]
  const contested = after(
    [
      write(key, 'The estates'),
      write('opt_a', 'One diet'),
      { type: 'edit', action: { type: 'right', key } },
      { type: 'learn', question: theirs({ options }) },
    ],
    added,
  )
  expect(contested.conflict?.contested).toEqual(['options'])
  expect(rightOf(contested)).toBe('The estates')
  expect(rightOf(after([{ type: 'resolve', theirs: ['options'] }], contested))).toBe('The diet')
})

test('a newer version during a conflict takes its place; what is typed meanwhile stays', () => {
  const state = after([
    type('Mine'),
    { type: 'learn', question: theirs({ question: 'Theirs' }) },
    type('Mine and more'),
    { type: 'learn', question: theirs({ version: 3, question: 'Theirs again' }) },
  ])
  expect(state.conflict?.theirs.version).toBe(3)
  const resolved = after([{ type: 'resolve', theirs: [] }], state)
  expect([resolved.draft.question, resolved.base.version]).toEqual(['Mine and more', 3])
})

test('words of an earlier visit are joined with what the server has; what it has already is no news', () => {
  const kept = after([type('Left in the browser')])
  const now = openQuestion(theirs({ explanation: 'Changed meanwhile.' }))
  const found = after([{ type: 'find', base: kept.base, draft: kept.draft }], now)
  expect(found).toMatchObject({
    isFound: true,
    draft: { question: 'Left in the browser', explanation: 'Changed meanwhile.' },
    base: { version: 2 },
  })
  const known = openQuestion(theirs({ question: 'Left in the browser' }))
  expect(after([{ type: 'find', base: kept.base, draft: kept.draft }], known)).toEqual(known)
})

const word = fc.constantFrom('one', 'two', 'three', 'four', 'five')
const texts = fc.array(word, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '))
const events = fc.array(
  fc.oneof(
    texts.map(type),
    fc.tuple(fc.constantFrom('opt_a', 'opt_b', 'opt_c'), texts).map(([key, text]) => write(key, text)),
    fc
      .constantFrom('opt_a', 'opt_b', 'opt_c')
      .map((key): QuestionEvent => ({ type: 'edit', action: { type: 'right', key } })),
    fc
      .constantFrom('opt_a', 'opt_b')
      .map((key): QuestionEvent => ({ type: 'edit', action: { type: 'removeOption', key } })),
    fc
      .constantFrom('opt_b', 'opt_c')
      .map((key): QuestionEvent => ({ type: 'edit', action: { type: 'move', key, by: -1 } })),
  ),
  { maxLength: 6 },
)

test('two people who save one after the other end with the same question, whatever they did', () => {
  fc.assert(
    fc.property(events, events, (ours, others) => {
      const first = answerTo(after(others).draft, 2)
      const learned = after([...ours, { type: 'learn', question: first }])
      const resolved = learned.conflict ? after([{ type: 'resolve', theirs: [] }], learned) : learned
      const sent = after([{ type: 'send' }], resolved)
      const mine = after([{ type: 'save', question: answerTo(sent.draft, 3) }], sent)
      const their = after([{ type: 'learn', question: answerTo(sent.draft, 3) }], openQuestion(first))
      expect(their.conflict).toBeUndefined()
      expect(draftOf(their.base)).toEqual(draftOf(mine.base))
      expect([isChanged(mine), isChanged(their)]).toEqual([false, false])
    }),
    { numRuns: 300 },
  )
})

test('a clean merge has every part that exactly one of them changed', () => {
  fc.assert(
    fc.property(events, events, (ours, others) => {
      const [mine, first] = [after(ours), answerTo(after(others).draft, 2)]
      const learned = after([{ type: 'learn', question: first }], mine)
      if (mine.draft.question !== stored.question && first.question === stored.question)
        expect(learned.draft.question).toBe(mine.draft.question)
      if (mine.draft.question === stored.question) expect(learned.draft.question).toBe(first.question)
      for (const { key, text } of mine.draft.options) {
        const [was, their] = [stored, first].map(({ options }) => options.find(({ id }) => id === key)?.text)
        if (text !== was && (their === was || their === undefined)) expect(textsOf(learned)).toContain(text)
      }
    }),
    { numRuns: 300 },
  )
})
