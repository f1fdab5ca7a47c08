import { expect, test } from 'vitest'
import { lessonTexts } from '../texts/lesson.ts'
import { captionsHint } from './use-captions.ts'

test('no line is offered where the captions could not be had', () => {
  const cue = { start: 0, end: 1, lines: [{ speaker: null, text: 'Welcome.' }] }
  expect([undefined, [], [cue]].map(captionsHint)).toEqual([
    lessonTexts.captionsLoading,
    lessonTexts.captionsMissing,
    lessonTexts.captionsHint,
  ])
})
