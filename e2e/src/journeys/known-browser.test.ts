import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { expectAccessible, open } from '../browser.ts'
import { courses, journey, leads } from '../journey.ts'
import { becomeMember, fillLogin } from '../people.ts'
import { patience } from '../search-screen.ts'

const isIn = async (page: Page) =>
  await expect.poll(() => new URL(page.url()).pathname, patience).not.toBe('/login')

/** Decision 006 and 020: strangers who guess lock out strangers. */
for (const [name, at] of [
  ['Leads', leads],
  ['Courses', courses],
] as const) {
  journey(
    `${name}: a browser that has signed in gets in while strangers lock the account`,
    async ({ visitor }) => {
      const person = await becomeMember(await visitor())
      const own = await visitor()
      await open(own, at('/login'))
      await fillLogin(own, person)
      await isIn(own)
      // The session ends; the cookie by which the browser is known stays.
      await own.context().clearCookies({ name: 'freeor.session_token' })

      for (let n = 0; n < 11; n += 1)
        await fetch(`${inject('leadsUrl')}/api/auth/sign-in/email`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: person.email, password: `guess ${n}` }),
        })
      const strange = await visitor({ expected: [/status of 429/] })
      await open(strange, at('/login'))
      await fillLogin(strange, person)
      await strange.getByText('Too many attempts. Please try again later.', { exact: true }).waitFor()
      await expectAccessible(strange)

      await open(own, at('/login'))
      await fillLogin(own, person)
      await isIn(own)
      await open(own, at('/settings/profile'))
      await own.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    },
  )
}
