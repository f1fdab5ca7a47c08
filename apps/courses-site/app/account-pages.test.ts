import { expect, test } from 'vitest'
import { isAccountPage } from './account-pages.ts'

test('lessons, quizzes, the organization and settings wait for the account', () => {
  for (const path of [
    '/courses',
    '/course/intro/lesson/one',
    '/quizzes',
    '/quiz/q1',
    '/org',
    '/settings/profile',
  ])
    expect(isAccountPage(path), path).toBe(true)
})

test('public pages wait for nobody', () => {
  for (const path of ['/', '/about', '/reading-list', '/login', '/organ'])
    expect(isAccountPage(path), path).toBe(false)
})
