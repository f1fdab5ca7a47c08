import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { putPlansInPlace } from '@freeor/billing/plans'
import { getLeadPlan } from '@freeor/leads/allowance/lead-plans'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError } from './config.ts'
import { loadPlans } from './open-billing.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'freeor-plans-'))
})

afterEach(async () => {
  putPlansInPlace({})
  await rm(dataDir, { recursive: true })
})

const write = (name: string, text: string) => writeFile(join(dataDir, name), text)
const load = (plansFile?: string) => loadPlans({ dataDir, plansFile })
const pro = '{"leads":[{"planID":"freeor_pro","price":12900}]}'

test('without a file the shipped plans are sold', async () => {
  await load()
  expect(getLeadPlan('freeor_pro').price).toBe(9900)
})

test('plans.json of the data folder changes them, and PLANS_FILE goes before it', async () => {
  await write('plans.json', pro)
  await load()
  expect(getLeadPlan('freeor_pro').price).toBe(12_900)
  await write('other.json', pro.replace('12900', '14900'))
  await load(join(dataDir, 'other.json'))
  expect(getLeadPlan('freeor_pro').price).toBe(14_900)
})

test('a file that is wrong or not there stops the start with a sentence that says what to do', async () => {
  await write('plans.json', pro.replace('12900', '"cheap"'))
  await expect(load()).rejects.toThrow(ConfigError)
  await expect(load()).rejects.toThrow(/^Please correct plans.json. leads.0.price: /)
  await expect(load(join(dataDir, 'nowhere.json'))).rejects.toThrow(
    /^PLANS_FILE: .*nowhere.json cannot be read\.$/,
  )
})
