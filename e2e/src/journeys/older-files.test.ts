import { expect } from 'vitest'
import { expectAccessible, open } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { becomeProvenMember } from '../people.ts'
import { patience } from '../search-screen.ts'

/** One more than a page of them holds. The lead is paid for once. */
const files = 51

journey('files older than the newest 50 are shown on demand, by the keyboard', async ({ visitor }) => {
  const page = await visitor()
  await becomeProvenMember(page)
  for (let file = 1; file <= files; file += 1) {
    const ordered = await page.request.post(leads('/api/downloads'), {
      headers: { origin: leads('/').slice(0, -1), 'idempotency-key': `older-file-${file}` },
      data: { dictId: 'businesses', dslFilter: 'state:TX', limit: 1, searchName: `File ${file}` },
    })
    expect(ordered.status(), await ordered.text()).toBe(202)
  }
  await open(page, leads('/search'))
  const mine = page.getByRole('region', { name: 'My downloads' })
  await expect.poll(() => mine.getByRole('listitem').count(), patience).toBe(50)
  expect(await mine.getByText('File 1', { exact: true }).count()).toBe(0)
  await mine.getByRole('button', { name: 'Show older files' }).press('Enter')
  await mine.getByText('File 1', { exact: true }).waitFor()
  await mine.getByText('1 older file is shown. That is the oldest one.').waitFor()
  expect(await mine.getByRole('button', { name: 'Show older files' }).count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('File 1')
  await mine.getByRole('link', { name: 'Fetch again: File 1', exact: true }).waitFor()
  await expectAccessible(page)
})
