import { expect } from 'vitest'
import { cards, fillCard, verifyOnTheWay } from '../billing-screen.ts'
import { expectAccessible, open } from '../browser.ts'
import { buttons, openVerifier, serveWith, standIn } from '../human-check-stand-in.ts'
import { journey } from '../journey.ts'
import { becomeMember } from '../people.ts'
import { patience } from '../search-screen.ts'

const providers = [
  {
    provider: 'turnstile',
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    isDrawn: true,
  },
  {
    provider: 'recaptcha',
    script: 'https://www.google.com/recaptcha/api.js?render=site-key-of-a-test&hl=en',
    isDrawn: false,
  },
] as const

for (const { provider, script, isDrawn } of providers)
  journey(
    `${provider} is checked before paying: a user who fails pays nothing, one who passes subscribes`,
    async ({ visitor }) => {
      const verifier = await openVerifier()
      const server = await serveWith(provider, verifier.url)
      try {
        const page = await visitor({ expected: [/status of 403/] })
        const asked = await standIn(page, provider)
        const { email } = await becomeMember(page, server.url)
        await open(page, `${server.url}/pricing`)
        await open(page, `${server.url}/_subscribe?plan=freeor_pro`)
        await verifyOnTheWay(page, email, server.dataDir)
        await fillCard(page, cards.pays)
        const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
        const subscribe = async () => {
          if (isDrawn) await press(buttons.tick)
          await press('Subscribe for $99')
        }

        // Their script is loaded where it is needed, once, and the policy allows its frame.
        if (isDrawn) await page.getByTitle('Human check').waitFor()
        await expect.poll(() => asked[0], patience).toBe(script)
        expect(asked.filter((each) => each.includes('api.js'))).toHaveLength(1)
        await expectAccessible(page)
        if (isDrawn) {
          await press(buttons.break)
          await page.getByText('The check did not work. Please try again.', { exact: true }).waitFor()
          await press(buttons.tick)
          await press(buttons.expire)
          await press('Subscribe for $99')
          await page.getByText('Please show that you are human.', { exact: true }).waitFor()
          expect(verifier.asked).toEqual([])
        }

        verifier.verdict = false
        await subscribe()
        await page.getByText('Please show that you are human, then try again.', { exact: true }).waitFor()
        expect(verifier.asked).toHaveLength(1)

        verifier.verdict = true
        await subscribe()
        await page.getByRole('heading', { level: 1, name: "You're in!" }).waitFor()
        const tokens = verifier.asked.map(({ response }) => response)
        expect(new Set(tokens).size).toBe(2)
        for (const { secret, response } of verifier.asked) {
          expect(secret).toBe('secret-of-a-test')
          expect(response).toMatch(new RegExp(`^${provider}-`))
        }
      } finally {
        await server.stop()
        verifier.stop()
      }
    },
  )
