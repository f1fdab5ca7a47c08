import { expect, test } from 'vitest'
import { accountLinks } from './account-links.ts'

const labelsOf = ({ superAdmin = false, orgAdmin = [] as string[], isAuthor = false }) =>
  accountLinks({ user: { superAdmin }, orgAdmin, isAuthor }).map(({ label }) => label)

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

test('an author has their own courses, and a super admin who is one has them under their own word', () => {
  expect(labelsOf({ isAuthor: true })).toEqual(['My courses', 'Lessons', 'Quizzes', 'Settings'])
  expect(labelsOf({ isAuthor: true, superAdmin: true })[0]).toBe('Courses')
  expect(labelsOf({ isAuthor: true, superAdmin: true })).not.toContain('My courses')
})
