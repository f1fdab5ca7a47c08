import { afterEach, expect, test } from 'vitest'
import { readPlanCatalogue } from './plan-catalogue.ts'
import {
  findPlan,
  getLeadPlan,
  providerPlanCode,
  putPlansInPlace,
  readPlanCode,
  shippedCatalogue,
} from './plans.ts'

afterEach(() => putPlansInPlace(shippedCatalogue))

test('an operator changes only the figures they name', () => {
  const text = '{"leads":[{"planID":"freeor_pro","price":12900,"leads":7000}],"courses":[]}'
  putPlansInPlace(readPlanCatalogue(text))
  expect(getLeadPlan('freeor_pro')).toMatchObject({
    price: 12_900,
    leads: 7000,
    leadsRemaining: 7000,
    downloadLimit: 5000,
    includesRollover: true,
  })
  expect(getLeadPlan('freeor_basic')).toEqual(shippedCatalogue.leads[1])
})

test.each([
  ['{', 'It is not valid JSON.'],
  ['[]', 'it: Invalid input: expected object'],
  ['{"leads":[{"planID":"freeor_gold"}]}', 'leads.0.planID'],
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
