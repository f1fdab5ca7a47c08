import { expectAccessible, expectEveryLook, open } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { enter, sampleLogin } from '../people.ts'

journey(
  'a visitor reads how good the sample is, from the landing page on; a customer comes from the searches',
  async ({ visitor }) => {
    const page = await visitor()
    await open(page, leads('/'))
    await page.getByRole('link', { name: 'Quality of the data' }).press('Enter')
    await page.getByRole('heading', { name: 'Quality of Sample businesses', level: 1 }).waitFor()
    await page.getByRole('rowheader', { name: 'Industry' }).waitFor()
    await page.getByRole('list', { name: 'Founded, leads by decade' }).waitFor()
    await expectEveryLook(page)

    const owner = await visitor()
    await enter(owner, sampleLogin('owner'))
    await open(owner, leads('/search'))
    await owner.getByRole('link', { name: 'Quality of Sample businesses' }).press('Enter')
    await owner.getByRole('heading', { name: 'Quality of Sample businesses', level: 1 }).waitFor()
    await expectAccessible(owner)
  },
)
