import { expect, test } from 'vitest'
import { findSiteNames } from './site-names.mjs'

const namesIn = (path: string, text: string) => findSiteNames({ path, text, sites: ['leads', 'courses'] })

test.each([
  ["if (site === 'leads') grant()", ['leads']],
  ['const other = "courses"', ['courses']],
  ['const one = `leads`, two = `courses`, three = `leads`', ['leads', 'courses']],
])('a shared layer that says %s names %j', (text, names) => {
  for (const path of [
    'packages/billing/src/commands.ts',
    'packages/site-frame/src/billing/plan-pane.tsx',
    'packages/credits/src/tables.ts',
    'apps/server/src/api/plans/list-plans.ts',
  ])
    expect(namesIn(path, text), path).toEqual(names)
})

test('a path, a field or a longer word is no site’s name', () => {
  const text = "get('/api/leads'); ({ leads: plan.leads }); table('lead_invoices'); say('leads left')"
  expect(namesIn('packages/billing/src/commands.ts', text)).toEqual([])
})

test('a site and its domain may name themselves, but not the other one', () => {
  for (const path of ['packages/courses/src/allowance/course-plans.ts', 'apps/courses-site/app/site.ts'])
    expect(namesIn(path, "['courses', 'leads']"), path).toEqual(['leads'])
})

test.each([
  'packages/kernel/src/site.ts',
  'packages/leads/src/allowance/lead-plans.ts',
  'apps/leads-site/app/site.ts',
  'apps/server/src/sites/leads/leads-site.ts',
  'apps/server/src/attacks/company-life/steps.ts',
  'apps/server/src/testing/test-system.ts',
  'packages/billing/src/testing.ts',
  'packages/billing/src/seats/queries.test.ts',
])('%s may name a site', (path) => {
  expect(namesIn(path, "const site = 'leads'")).toEqual([])
})
