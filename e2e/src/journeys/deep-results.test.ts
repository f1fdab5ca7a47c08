import { expect } from 'vitest'
import { expectAccessible } from '../browser.ts'
import { journey } from '../journey.ts'
import { becomeMember } from '../people.ts'
import { openSearch, patience, readCount } from '../search-screen.ts'

journey(
  'the table ends at row 1,000 with what to do next; rows that did not come are asked for again',
  async ({ visitor }) => {
    const page = await visitor({ expected: [/net::ERR_FAILED/] })
    await becomeMember(page)
    await openSearch(page)
    expect(await readCount(page)).toBeGreaterThan(1_000)
    const results = page.getByRole('region', { name: 'Results' })
    const toEnd = () => results.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    const searches = /\/api\/search\/businesses$/

    await page.route(searches, (route) => route.abort())
    await toEnd()
    await page.getByText('The next rows did not come.').waitFor()
    await page.unroute(searches)
    await results.getByRole('button', { name: 'Try again' }).press('Enter')

    const end = page.getByText(/^The first 1,000 of [\d,]+ are shown\. Narrow the search to see others/)
    const isAtEnd = async () => {
      await toEnd()
      return await end.isVisible()
    }
    await expect.poll(isAtEnd, patience).toBe(true)
    expect(await page.getByText('The next rows did not come.').count()).toBe(0)
    await expectAccessible(page)
  },
)
