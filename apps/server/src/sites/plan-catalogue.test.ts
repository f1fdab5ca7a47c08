import { putSitesInPlace } from '@freeor/billing/billed-sites'
import { readPlanCatalogue } from '@freeor/billing/plan-catalogue'
import { findPlan, providerPlanCode, putPlansInPlace, readPlanCode } from '@freeor/billing/plans'
import { coursePlans } from '@freeor/courses/allowance/course-plans'
import { findLeadPlan, getLeadPlan, leadPlans } from '@freeor/leads/allowance/lead-plans'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { siteRecords } from './site-records.ts'

/** What both sites sell, and how an operator changes it in one file. */

beforeAll(() => putSitesInPlace(siteRecords.map(({ billing }) => billing)))
afterEach(() => putPlansInPlace({}))

test('each site has every plan once, dearer plans giving more', () => {
  const ids = ['freeor_free', 'freeor_basic', 'freeor_pro', 'freeor_biz']
  expect(leadPlans.shipped.map(({ planID }) => planID)).toEqual(ids)
  expect(coursePlans.shipped.map(({ planID }) => planID)).toEqual(ids)
  for (const plans of [
    leadPlans.shipped.map(({ leads, price }) => [price, leads]),
    coursePlans.shipped.map((p) => [p.price, p.lessons]),
  ]) {
    expect(plans.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))).toEqual(plans)
    expect(plans.toSorted((a, b) => (a[1] ?? 0) - (b[1] ?? 0))).toEqual(plans)
  }
  expect(findLeadPlan('freeor_gold')).toBeUndefined()
  expect(() => getLeadPlan('freeor_gold')).toThrow('not in the catalogue')
})

test('an operator changes only the figures that their file names', () => {
  const text = '{"leads":[{"planID":"freeor_pro","price":12900,"leads":7000}],"courses":[]}'
  putPlansInPlace(readPlanCatalogue(text))
  expect(getLeadPlan('freeor_pro')).toMatchObject({
    price: 12_900,
    leads: 7000,
    leadsRemaining: 7000,
    downloadLimit: 5000,
    includesRollover: true,
  })
  expect(getLeadPlan('freeor_basic')).toEqual(leadPlans.shipped[1])
})

test('an operator adds a plan of their own, which is sorted among the others by its price', () => {
  const gold = {
    ...{ planID: 'gold', shortname: 'Gold', name: 'Gold plan', description: 'For friends.', public: false },
    ...{ price: 20_000, leads: 9000, downloadLimit: 5000, includesRollover: true },
    ...{ searchSuppressions: false, seats: 3 },
  }
  const { leads, courses } = readPlanCatalogue(JSON.stringify({ leads: [gold] }))
  expect(leads?.map(({ planID }) => planID)).toEqual([
    'freeor_free',
    'freeor_basic',
    'freeor_pro',
    'gold',
    'freeor_biz',
  ])
  expect(leads?.[3]).toEqual({ ...gold, leadsRemaining: 9000 })
  expect(courses).toEqual(coursePlans.shipped)
})

test.each([
  ['{', 'It is not valid JSON.'],
  ['[]', 'it: please give an object'],
  ['{"leads":[{"planID":"Gold plan"}]}', 'leads.0.planID: please use 2 to 40 small letters'],
  ['{"leads":[{"planID":"gold_courses"}]}', 'leads.0.planID: an id may not end with _courses'],
  ['{"leads":[{"planID":"gold","courses":1}]}', 'leads.0'],
  [
    '{"leads":[{"planID":"gold","name":"Gold","price":1}]}',
    'leads has no plan gold: a new one also needs shortname, description, public, leads, downloadLimit',
  ],
  [
    '{"courses":[{"planID":"gold","name":"Gold","price":1}]}',
    'courses has no plan gold: a new one also needs shortname, description, public, courses, lessons, users.',
  ],
  ['{"leads":[{"planID":"freeor_pro","price":"99"}]}', 'leads.0.price'],
  ['{"leads":[{"planID":"freeor_pro","price":-1}]}', 'leads.0.price'],
  ['{"leads":[{"planID":"freeor_pro","prize":1}]}', 'leads.0'],
  ['{"leads":[{"planID":"freeor_pro"},{"planID":"freeor_pro"}]}', 'leads names freeor_pro twice'],
  ['{"leads":[{"planID":"freeor_free","price":100}]}', 'exactly the free plan has the price 0'],
  ['{"courses":[{"planID":"freeor_pro","price":0}]}', 'exactly the free plan has the price 0'],
])('%s is refused with a sentence that says what to correct', (text, sentence) => {
  expect(() => readPlanCatalogue(text)).toThrow(sentence)
  expect(() => readPlanCatalogue(text)).toThrow('Please correct plans.json.')
})

test('a plan has a code of its own for each site at the provider', () => {
  expect(providerPlanCode('leads', 'freeor_pro')).toBe('freeor_pro')
  expect(providerPlanCode('courses', 'freeor_pro')).toBe('freeor_pro_courses')
  expect(readPlanCode('freeor_pro')).toEqual({ site: 'leads', plan: findPlan('leads', 'freeor_pro') })
  expect(readPlanCode('freeor_pro_courses')).toEqual({
    site: 'courses',
    plan: findPlan('courses', 'freeor_pro'),
  })
  expect(readPlanCode('gold')).toBeUndefined()
})
