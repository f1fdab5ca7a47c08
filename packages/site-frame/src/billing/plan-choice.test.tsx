import { setTimeout as delay } from 'node:timers/promises'
import { JSDOM } from 'jsdom'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { billingTexts } from './billing-texts.ts'
import type { Plan } from './plan.ts'
import { PlanChoice } from './plan-choice.tsx'

const planOf = (planID: string) => ({ planID, shortname: planID, description: planID, price: 100 }) as Plan
const plans = ['small', 'middle', 'large'].map(planOf)

beforeEach(() => {
  // React says when another renderer drew in this process: pages of other test files were drawn as a server does.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { window } = new JSDOM('', { url: 'http://localhost/settings/billing/change' })
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', window.document)
})
afterEach(async () => {
  // React looks at the window once more.
  await delay(50)
  vi.unstubAllGlobals()
})

test('the marked plan is the one of the page, also after Back from one that was chosen by hand', async () => {
  const place = document.createElement('div')
  const root = createRoot(place)
  const radios = () => [...place.querySelectorAll('input')]
  const marked = () => radios().flatMap(({ checked, value }) => (checked ? [value] : []))
  const show = async (selected: string | undefined) => {
    const of = String(selected)
    root.render(<PlanChoice {...{ plans, selected, texts: billingTexts }} legend={of} />)
    await vi.waitFor(() => expect(place.querySelector('legend')?.textContent).toBe(of))
  }
  const choose = async (planID: string) => {
    for (const radio of radios()) if (radio.value === planID) radio.click()
    expect(marked()).toEqual([planID])
    await show(planID)
    expect(marked()).toEqual([planID])
  }
  await show(undefined)
  expect(marked()).toEqual([])
  await choose('middle')
  await choose('large')
  await show('middle')
  expect(marked()).toEqual(['middle'])
  await show(undefined)
  expect(marked()).toEqual([])
  root.unmount()
})
