import { expect, test } from 'vitest'
import { type AnswerClick, type AnswerState, applyClick, openOptions } from './answer-rule.ts'

/** Applies clicks one after the other, as one question's server would. */
function answerAfter(clicks: readonly AnswerClick[]): AnswerState | undefined {
  let state: AnswerState | undefined
  const latest = new Map<string, number>()
  for (const click of clicks) {
    const before = latest.get(click.device) ?? 0
    state = applyClick(state, before, click) ?? state
    latest.set(click.device, Math.max(before, click.number))
  }
  return state
}

const click = (device: string, number: number, optionId: string, seen = 0): AnswerClick => ({
  ...{ device, number, optionId, seen },
})

const outcome = (...clicks: AnswerClick[]) => {
  const state = answerAfter(clicks)
  return state && { counts: state.optionId, asks: openOptions(state), revision: state.revision }
}

test('within a device the higher number counts, in whatever order they come', () => {
  expect(outcome(click('phone', 1, 'a'), click('phone', 2, 'b'))).toEqual({
    ...{ counts: 'b', asks: [], revision: 2 },
  })
  expect(outcome(click('phone', 2, 'b'), click('phone', 1, 'a'))).toEqual({
    ...{ counts: 'b', asks: [], revision: 1 },
  })
})

test('a late click of a device stays without effect after another device has answered', () => {
  const late = outcome(click('phone', 2, 'b'), click('tablet', 1, 'c', 1), click('phone', 1, 'a'))
  expect(late).toEqual({ counts: 'c', asks: [], revision: 2 })
})

test('a device that had seen the answer of another replaces it without a question', () => {
  expect(outcome(click('phone', 1, 'a'), click('tablet', 1, 'b', 1))).toMatchObject({ counts: 'b', asks: [] })
})

test('a device that had not seen the answer of another makes a conflict, and the later receipt leads', () => {
  expect(outcome(click('phone', 1, 'a'), click('tablet', 1, 'b', 0))).toMatchObject({
    ...{ counts: 'b', asks: ['a'] },
  })
})

test('the same option chosen on two devices is no conflict, and both still count as given', () => {
  const same = [click('phone', 1, 'a'), click('tablet', 1, 'a', 0)]
  expect(outcome(...same)).toMatchObject({ counts: 'a', asks: [] })
  // The tablet moves on without having seen the phone's.
  expect(outcome(...same, click('tablet', 2, 'b', 0))).toMatchObject({ counts: 'b', asks: ['a'] })
})

test('a conflict stays while its writer goes on without having seen it', () => {
  const conflict = [click('phone', 1, 'a'), click('tablet', 1, 'b', 0), click('tablet', 2, 'c', 0)]
  expect(outcome(...conflict)).toMatchObject({ counts: 'c', asks: ['a'] })
})

test('a conflict ends by an answer that saw it, from any device, for any option', () => {
  const conflict = [click('phone', 1, 'a'), click('tablet', 1, 'b', 0)]
  for (const device of ['phone', 'tablet', 'laptop'])
    for (const optionId of ['a', 'b', 'c'])
      expect(outcome(...conflict, click(device, 9, optionId, 2))).toMatchObject({
        counts: optionId,
        asks: [],
      })
})

test('three devices that know nothing of each other are all asked about', () => {
  const three = [click('phone', 1, 'a'), click('tablet', 1, 'b'), click('laptop', 1, 'c')]
  expect(outcome(...three)).toMatchObject({ counts: 'c', asks: ['a', 'b'] })
  expect(outcome(...three, click('phone', 2, 'd', 2))).toMatchObject({ counts: 'd', asks: ['c'] })
})
