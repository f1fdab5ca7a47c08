import { expect, inject } from 'vitest'
import { expectAccessible, open } from '../browser.ts'
import { courses, journey, leads } from '../journey.ts'
import { becomeMember, fillLogin } from '../people.ts'
import { patience } from '../search-screen.ts'

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
      await own.getByRole('button', { name: 'Log out', exact: true }).click()
      await own.getByRole('link', { name: 'Login' }).first().waitFor()

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
      await own.getByRole('button', { name: 'Log out', exact: true }).waitFor()
      await expect.poll(() => new URL(own.url()).pathname, patience).not.toBe('/login')
    },
  )
}
