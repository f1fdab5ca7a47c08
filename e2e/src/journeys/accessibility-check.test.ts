import { expect } from 'vitest'
import { findViolations } from '../browser.ts'
import { journey, leads } from '../journey.ts'

const pages = {
  faulty: `<p style="color: #aaa; background: #fff">Too little contrast</p><img src="data:,">
    <iframe title="A frame" srcdoc="<html lang='en'><title>A frame</title><input></html>"></iframe>`,
  sound: '<p>Enough contrast</p>',
}

journey('what the other journeys check can fail: each fault of a page is named', async ({ visitor }) => {
  const page = await visitor()
  const rulesBrokenBy = async (content: string) => {
    const body = `<html lang="en"><title>A page</title><main><h1>A page</h1>${content}</main></html>`
    const address = leads('/a-page-of-this-test')
    await page.route(address, async (route) => await route.fulfill({ contentType: 'text/html', body }))
    await page.goto(address)
    return (await findViolations(page)).map((violation) => violation.split(':')[0]).toSorted()
  }
  expect(await rulesBrokenBy(pages.faulty)).toEqual(['color-contrast', 'image-alt', 'label'])
  expect(await rulesBrokenBy(pages.sound)).toEqual([])
})
