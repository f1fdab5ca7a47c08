import { describe, expect, test } from 'vitest'
import {
  beginSave,
  changeOf,
  type Draft,
  editDraft,
  isSaved,
  isWaiting,
  joinDrafts,
  learnVersion,
  newDraft,
  refuseSave,
  rejectSave,
  reopenDraft,
  resolveConflict,
  settleSave,
} from './saving-queue.ts'
import type { LessonContent } from './schema.ts'
import { emptyContent } from './simulation/testing.ts'

const of = { lessonId: 'les_1', userId: 'usr_1', device: 'tab' }
const version = (number: number, content: Partial<LessonContent> = {}) => ({
  version: number,
  content: { ...emptyContent, transcript: 'one\n', ...content },
})
const opened = newDraft(of, version(1))
const typed = (draft: Draft, transcript: string) => editDraft(draft, { transcript })

describe('a draft that is typed into', () => {
  test('waits, is sent with its number, and is saved once the server says so', () => {
    expect([isSaved(opened), isWaiting(opened)]).toEqual([true, false])
    const draft = beginSave(typed(opened, 'one\ntwo\n'))
    expect(changeOf(draft)).toEqual({ version: 1, device: 'tab', number: 1, transcript: 'one\ntwo\n' })
    const settled = settleSave(draft, 1, version(2, { transcript: 'one\ntwo\n' }))
    expect([isSaved(settled), isWaiting(settled), settled.base.version]).toEqual([true, false, 2])
  })

  test('keeps what is typed while a save is under way, and sends it with the next', () => {
    const sending = typed(beginSave(typed(opened, 'one\ntwo\n')), 'one\ntwo\nthree\n')
    // The same save again, as it was: an answer may have been lost.
    expect(changeOf(beginSave(sending))).toMatchObject({ number: 1, transcript: 'one\ntwo\n' })
    const next = beginSave(settleSave(sending, 1, version(2, { transcript: 'one\ntwo\n' })))
    expect(changeOf(next)).toMatchObject({ version: 2, number: 2, transcript: 'one\ntwo\nthree\n' })
  })

  test('takes in what others saved, beside what was typed since', () => {
    const sending = typed(beginSave(typed(opened, 'one\n\nmine\n')), 'one\n\nmine too\n')
    const settled = settleSave(sending, 1, version(3, { transcript: 'one, theirs\n\nmine\n', title: 'New' }))
    expect(settled.content).toMatchObject({ transcript: 'one, theirs\n\nmine too\n', title: 'New' })
    expect(settled.conflict).toBeNull()
  })

  test('is not changed by an answer that comes twice or after another', () => {
    const first = beginSave(typed(opened, 'one\ntwo\n'))
    const second = beginSave(typed(settleSave(first, 1, version(2, { transcript: 'one\ntwo\n' })), 'one\n'))
    expect(settleSave(second, 1, version(2, { transcript: 'one\ntwo\n' }))).toBe(second)
    expect(refuseSave(second, 1, version(9))).toBe(second)
    const done = settleSave(second, 2, version(3))
    expect(settleSave(done, 2, version(3))).toBe(done)
  })
})

test('fields that the server would refuse wait in the draft, and hold up no other', () => {
  const draft = editDraft(opened, {
    ...{ title: ' ', transcript: 'one\ntwo\n' },
    ...{ videoType: 'vimeo', videoUrl: 'https://youtu.be/abcdefghijk' },
  })
  const sending = beginSave(draft)
  expect(changeOf(sending)).toEqual({ version: 1, device: 'tab', number: 1, transcript: 'one\ntwo\n' })
  const settled = settleSave(sending, 1, version(2, { transcript: 'one\ntwo\n' }))
  expect(settled.content).toMatchObject({ title: ' ', videoType: 'vimeo' })
  expect([isWaiting(settled), isSaved(settled)]).toEqual([false, false])
  expect(isWaiting(editDraft(settled, { title: 'A title' }))).toBe(true)
})

test('what the server refuses is not sent again until it has changed', () => {
  const refused = rejectSave(beginSave(typed(opened, 'two\n')), 1, 'No.')
  expect([refused.refusal, isWaiting(refused)]).toEqual(['No.', false])
  expect(isWaiting(typed(refused, 'three\n'))).toBe(true)
})

describe('a conflict', () => {
  const theirs = version(2, { transcript: 'one, theirs\n', instructor: 'Ada' })
  const refused = refuseSave(beginSave(typed(opened, 'one, mine\n')), 1, theirs)

  test('shows both, takes in what is in no conflict, and holds back every save', () => {
    expect(refused.conflict).toEqual({
      ...{ fields: ['transcript'], base: opened.content },
      theirs: theirs.content,
    })
    expect(refused.content).toMatchObject({ transcript: 'one, mine\n', instructor: 'Ada' })
    expect([isWaiting(refused), isSaved(refused)]).toEqual([false, false])
    expect(beginSave(refused)).toBe(refused)
    expect(learnVersion(refused, version(5, { transcript: 'x\n' }), 2)).toBe(refused)
  })

  test('ends with what the author decides, which is saved on top of theirs', () => {
    const resolved = resolveConflict(refused, { transcript: 'one, mine and theirs\n' })
    expect(changeOf(beginSave(resolved))).toMatchObject({
      ...{ version: 2, number: 2, transcript: 'one, mine and theirs\n' },
    })
  })

  test('is none where the author has typed what is theirs meanwhile', () => {
    const sending = typed(beginSave(typed(opened, 'one, mine\n')), 'one, theirs\n')
    const merged = refuseSave(sending, 1, theirs)
    expect([merged.conflict, isSaved(merged)]).toEqual([null, true])
  })
})

describe('a version that is less than the draft had', () => {
  const saved = settleSave(beginSave(typed(opened, 'mine\n')), 1, version(2, { transcript: 'mine\n' }))

  test('changes nothing where it was read before the save, and comes after its answer', () => {
    expect(learnVersion(saved, version(1), 1)).toBe(saved)
    expect(learnVersion(saved, version(1), 0)).toBe(saved)
    const further = typed(saved, 'mine\nand more\n')
    expect(learnVersion(further, version(1), 1)).toBe(further)
  })

  test('is asked about where it was read since: an older backup was put back', () => {
    const asking = { fields: ['transcript'], base: null, theirs: version(1).content }
    expect(learnVersion(saved, version(1), 2)).toMatchObject({ base: version(1), conflict: asking })
  })
})

describe('a draft that was left', () => {
  const left = typed(opened, 'one\n\nmine\n')

  test('is opened with what others saved since, and is nothing where the server has it all', () => {
    const reopened = reopenDraft(left, version(4, { title: 'New' }))
    expect(reopened?.content).toMatchObject({ title: 'New', transcript: 'one\n\nmine\n' })
    expect(reopenDraft(left, version(4, { transcript: 'one\n\nmine\n' }))).toBeUndefined()
  })

  test('sends its unanswered save again as it was', () => {
    const sending = beginSave(left)
    expect(reopenDraft(sending, version(4))).toBe(sending)
  })

  test('waits where the page was read before its last save was answered', () => {
    const ahead = typed(newDraft(of, version(9, { transcript: 'one\ntwo\n' })), 'one\ntwo\nthree\n')
    expect(reopenDraft(ahead, version(3))).toBe(ahead)
  })

  test('is joined with another one that was left', () => {
    const other = typed(newDraft({ ...of, device: 'other' }, version(1)), 'zero\n\none\n')
    const later = typed(newDraft(of, version(3, { transcript: 'one\n\nlast\n' })), 'one\n\nlast of all\n')
    expect(joinDrafts(later, other)?.content.transcript).toBe('zero\n\none\n\nlast of all\n')
    expect(joinDrafts(typed(opened, 'mine\n'), typed(opened, 'theirs\n'))).toBeUndefined()
  })
})
