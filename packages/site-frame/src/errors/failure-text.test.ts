import { ApiProblem } from '@freeor/api-client/client'
import { expect, test } from 'vitest'
import { failureText } from './failure-text.ts'

const noAnswer = 'The site did not answer. Check your connection.'

/** As Chromium, Firefox and Safari say it. */
const lost = ['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed']

test('a lost connection is said in words that help, with what was not done', () => {
  for (const message of lost) {
    expect(failureText(new TypeError(message))).toBe(noAnswer)
    expect(failureText(new TypeError(message), 'The report was not sent.')).toBe(
      `The report was not sent. ${noAnswer}`,
    )
  }
})

test('a refusal of the API and what else is thrown say it themselves', () => {
  const refusal = new ApiProblem(409, { detail: 'That name is taken.' })
  expect(failureText(refusal, 'The search was not saved.')).toBe('That name is taken.')
  expect(failureText(new Error('No room'), 'The search was not saved.')).toBe('No room')
  expect(failureText('no error')).toBe('no error')
})
