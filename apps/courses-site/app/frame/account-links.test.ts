import { expect, test } from 'vitest'
import { accountLinks } from './account-links.ts'

const labelsOf = ({ superAdmin = false, orgAdmin = [] as string[] }) =>
  accountLinks({ user: { superAdmin }, orgAdmin }).map(({ label }) => label)

test('a student has lessons, quizzes and settings', () => {
  expect(labelsOf({})).toEqual(['Lessons', 'Quizzes', 'Settings'])
})

test('an admin of an organization also views it', () => {
  expect(labelsOf({ orgAdmin: ['Sample University'] })).toEqual([
    'Lessons',
    'Quizzes',
    'Settings',
    'View Organization',
  ])
})

test('a super admin also has the courses', () => {
  expect(labelsOf({ superAdmin: true })).toEqual([
    'Courses',
    'Lessons',
    'Quizzes',
    'Settings',
    'View Organization',
  ])
})
