import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { enter, sampleLogin } from '../people.ts'
import { takePicture } from '../pictures.ts'

journey(
  'an owner looks at a year of use by month and by person, wide and on a phone',
  async ({ visitor }) => {
    for (const [name, options] of [
      ['1280', {}],
      ['360', { viewport: phone, colorScheme: 'dark' as const }],
    ] as const) {
      const page = await visitor(options)
      await enter(page, sampleLogin('owner'))
      await open(page, leads('/settings/billing/ledger'))
      await page.getByRole('heading', { name: 'The last twelve months' }).waitFor()
      const months = page.getByRole('list', { name: 'Leads used by month' }).getByRole('listitem')
      expect(await months.count()).toBe(12)
      const people = page.getByRole('list', { name: 'Leads used by person' }).getByRole('listitem')
      const figures = async (of: typeof months) =>
        (await of.allTextContents()).map((text) => Number(/[\d,]+$/.exec(text)?.[0].replaceAll(',', '')))
      const sum = (all: number[]) => all.reduce((total, one) => total + one, 0)
      // “Nov 2026” ends in figures too: the count stands after it.
      const byMonth = (await months.allTextContents()).map((text) =>
        Number(text.replace(/^\D+\d{4}/, '').replaceAll(',', '')),
      )
      expect(sum(byMonth)).toBeGreaterThan(0)
      expect(sum(await figures(people))).toBe(sum(byMonth))
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await takePicture(page, `use-${name}`)
    }
  },
)
