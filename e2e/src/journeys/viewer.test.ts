import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { enter, sampleLogin } from '../people.ts'
import { openSearch, readCount } from '../search-screen.ts'

journey('a viewer looks, and is told kindly what the role does not allow', async ({ visitor }) => {
  const page = await visitor({ viewport: phone, expected: [/status of 403/] })
  await enter(page, sampleLogin('viewer'))
  await open(page, leads('/search'))
  await page.getByText('No saved search yet. Your role may search and look, but not save.').waitFor()
  await page.getByText('No download yet. Your role may search and look, but not download.').waitFor()
  const theirs = page.getByRole('region', { name: 'Files of your colleagues' })
  await theirs
    .getByText(/^by .+ · [\d,]+ rows?/)
    .first()
    .waitFor()
  await theirs.getByText('Your role may look at files, but not fetch them.').waitFor()
  expect(await page.getByRole('link', { name: /^Fetch again/ }).count()).toBe(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await openSearch(page)
  await readCount(page)
  await page.getByText('Your role may search and look, but not save or download.').waitFor()
  expect(await page.getByRole('button', { name: /^(Save|Download)$/ }).count()).toBe(0)
  // The sentence leaves room for the name of the dataset.
  const name = page.getByRole('heading', { level: 1, name: 'Sample businesses' })
  expect((await name.boundingBox())?.width).toBeGreaterThan(100)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  for (const path of ['/share/email', '/search/links', '/search/scheduled']) {
    await open(page, leads(path))
    await page.getByRole('heading', { name: 'You may not open this page' }).waitFor()
    await page.getByText('An admin of the account can give you another role.').waitFor()
    expect(await page.getByText('write to').count(), path).toBe(0)
    await expectAccessible(page)
  }
})
