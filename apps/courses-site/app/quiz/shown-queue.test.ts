import { addClick, newQueue, viewAnswer } from '@freeor/courses/attempts/answer-queue'
import { expect, test } from 'vitest'
import { ShownQueue } from './shown-queue.ts'

const empty = newQueue({ attemptId: 'att_1', userId: 'usr_1', device: 'one' })
const first = { questionId: 'que_1', optionId: 'opt_a', seen: 0 }
const second = { ...first, optionId: 'opt_b' }
const answerOf = (shown: ShownQueue) => shown.now && viewAnswer(shown.now, 'que_1').optionId

test('nothing is shown until the storage is open', () => {
  const shown = new ShownQueue()
  shown.add(first)
  expect(shown.now).toBeUndefined()
})

test('a click stays on the screen while a read that began before it ends', () => {
  const shown = new ShownQueue()
  shown.accept(empty)
  shown.add(first)
  expect(answerOf(shown)).toBe('opt_a')
  shown.accept(empty)
  expect(answerOf(shown)).toBe('opt_a')
})

test('a click is on its way until the storage has it', () => {
  const shown = new ShownQueue()
  shown.accept(empty)
  expect(shown.storing).toEqual(new Set())
  shown.add(first)
  shown.add(second)
  shown.accept(empty)
  shown.accept(addClick(empty, first), first)
  expect(shown.storing).toEqual(new Set(['que_1']))
  shown.accept(addClick(addClick(empty, first), second), second)
  expect(shown.storing).toEqual(new Set())
})

test('a click that is stored counts once, and a later one still shows', () => {
  const shown = new ShownQueue()
  shown.accept(empty)
  shown.add(first)
  shown.add(second)
  const stored = addClick(empty, first)
  shown.accept(stored, first)
  expect(shown.now?.waiting).toEqual(addClick(stored, second).waiting)
  expect(answerOf(shown)).toBe('opt_b')
  shown.accept(addClick(stored, second), second)
  expect(shown.now).toEqual(addClick(stored, second))
})
