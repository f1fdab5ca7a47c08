import { expect, test } from 'vitest'
import { isAccountPage } from './account-pages.ts'

test('the search, its data sets, settings and the admin area wait for the account', () => {
  for (const path of ['/search', '/_search/businesses', '/settings/billing', '/admin/imports'])
    expect(isAccountPage(path), path).toBe(true)
})

test('public pages wait for nobody', () => {
  for (const path of ['/', '/pricing', '/login', '/signup', '/terms', '/searching'])
    expect(isAccountPage(path), path).toBe(false)
})
