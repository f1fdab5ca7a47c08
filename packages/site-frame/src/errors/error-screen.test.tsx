import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { billingTexts } from '../billing/billing-texts.ts'
import { SiteProvider } from '../frame/site-context.ts'
import { siteDataRoute } from '../frame/site-data.ts'
import type { Site } from '../site.ts'
import { ErrorScreen } from './error-screen.tsx'
import { errorTexts } from './error-texts.ts'
import { notInRole, type PageProblem, subscriptionEnded } from './page-problem.ts'

const picture = () => null
const site = {
  texts: {
    ...{ states: errorTexts, billing: billingTexts, titleOf: (page: string) => page },
    inAccount: { kept: 'Your courses are still here.' },
  },
  pictures: { nothing: picture, locked: picture, broken: picture },
} as unknown as Site

const user = { email: 'ada@example.com' }
const dataOf = (canChange: boolean) => ({
  me: { user, abilities: { 'billing.change': canChange } },
  supportEmail: 'help@example.com',
  requestId: 'req_page',
})

const Page = createRoutesStub([
  { id: siteDataRoute, path: '/', loader: () => null, Component: picture, ErrorBoundary: ErrorScreen },
])

/** The text of the screen for what a page threw. */
function screenFor(error: unknown, data: object | undefined = dataOf(true)): string {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <SiteProvider value={site}>
        <Page hydrationData={{ loaderData: { [siteDataRoute]: data }, errors: { [siteDataRoute]: error } }} />
      </SiteProvider>
    </MantineProvider>,
  )
  return html.replaceAll(/<style[\s\S]*?<\/style>|<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

const answer = (status: number, data: PageProblem) => ({ status, statusText: '', internal: false, data })
const problem = { requestId: 'req_api', supportEmail: 'help@example.com' }

test('an error while a page was drawn shows its message, whom to write to and the id of its request', () => {
  const text = screenFor(new TypeError('leads is not a list'))
  for (const part of [
    'Something went wrong :(',
    'leads is not a list',
    'write to help@example.com and quote req_page',
  ])
    expect(text).toContain(part)
})

test('a lost connection is told in our words, and nobody is asked to write about it', () => {
  for (const words of ['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed']) {
    const text = screenFor(new TypeError(words))
    expect(text).toContain(
      'Something went wrong :( The site did not answer. Check your connection. Try again',
    )
    expect(text).not.toMatch(/write to|fetch|Load/)
  }
  const ours = new TypeError("Cannot read properties of undefined (reading 'network')")
  expect(screenFor(ours)).toContain('write to help@example.com')
})

test('what the API refused shows what it said and its own request', () => {
  const text = screenFor(answer(503, { ...problem, title: 'Back in a moment', code: 'unavailable' }))
  expect(text).toContain('Something went wrong :( Back in a moment')
  expect(text).toContain('quote req_api')
})

test('what a role does not allow is said kindly, and nobody is asked to write about it', () => {
  const title = 'Your role may search and look, but not share'
  const refused = screenFor(answer(403, { ...problem, title, code: notInRole }))
  expect(refused).toContain(`You may not open this page ${title}.`)
  expect(refused).toContain('An admin of the account can give you another role.')
  expect(refused).not.toMatch(/write to|Something went wrong|Try again/)
  const alone = screenFor(answer(403, { ...problem, title: 'forbidden', code: 'forbidden' }))
  expect(alone).toContain('Your role in this account does not allow that. Back')
  expect(alone).toContain('another role')
  const acting = 'This cannot be done while you act as somebody else'
  const refusedActing = screenFor(answer(403, { ...problem, title: acting, code: 'forbidden' }))
  expect(refusedActing).toContain(acting)
  expect(refusedActing).not.toContain('another role')
})

test('a plan that has ended has another screen than none, and only users who may choose one are sent to choose', () => {
  const code = subscriptionEnded
  const ended = answer(402, { ...problem, title: 'Your subscription is no longer active', code })
  expect(screenFor(ended)).toContain('Your subscription is no longer active')
  expect(screenFor(ended)).toContain('Choose a plan to begin again. Your courses are still here.')
  expect(screenFor(ended, dataOf(false))).not.toContain('Choose a plan')
  expect(screenFor(ended, dataOf(false))).toContain('Only the owner of the account can change the plan')
  const none = answer(402, { ...problem, title: 'There is no plan', code: 'payment_required' })
  expect(screenFor(none)).toContain(
    'it doesn&#x27;t look like you have a subscription with us under the email ada@example.com',
  )
  expect(screenFor(none)).toContain('Signup')
  expect(screenFor(none, dataOf(false))).not.toContain('Signup')
  expect(screenFor(none, dataOf(false))).toContain('Only the owner of the account can change the plan')
})
