import {
  createMemoryRouter,
  data,
  UNSAFE_ErrorResponseImpl as ErrorResponse,
  type RouteObject,
} from 'react-router'
import { expect, test } from 'vitest'
import { keepPage } from './keep-page.ts'
import type { Unanswered } from './unanswered.ts'

const lost = new TypeError('Failed to fetch')

const Nothing = () => null

/** A page at /page whose form and loader throw what is asked for, and another one. */
function openPage() {
  const throws: { action?: unknown; loader?: unknown } = {}
  const told: (Unanswered | undefined)[] = []
  let answer: unknown = { ok: false, text: 'No' }
  let read = 1
  const thrown = (what: keyof typeof throws) => {
    if (throws[what] !== undefined) throw throws[what]
  }
  const routes: RouteObject[] = [
    {
      id: 'root',
      middleware: [
        keepPage(
          () => router.state,
          (unanswered) => told.push(unanswered),
        ) as never,
      ],
      children: ['page', 'other'].map((id) => ({
        id,
        path: `/${id}`,
        ErrorBoundary: Nothing,
        loader: () => {
          thrown('loader')
          return ++read
        },
        action: () => {
          thrown('action')
          return answer
        },
      })),
    },
  ]
  const router = createMemoryRouter(routes, {
    initialEntries: ['/page'],
    hydrationData: { loaderData: { root: null, page: 1 } },
  })
  return {
    ...{ router, throws, last: () => told.at(-1) },
    answerWith: (next: unknown) => (answer = next),
    send: async (path = '/page') =>
      await router.navigate(path, { formMethod: 'post', formData: new FormData() }),
  }
}

test('a form that is not answered leaves its page as it was, and the next answer ends the note', async () => {
  const { router, throws, send, last } = openPage()
  // As the router has it of an action, and of a stream that ends early.
  const cut = new Error('Unable to decode turbo-stream response')
  for (const action of [lost, data(lost), cut, new ErrorResponse(502, '', '<html>')]) {
    throws.action = action
    await send()
    expect(router.state).toMatchObject({ errors: null, loaderData: { page: 1 } })
    expect(last()).toEqual({ what: 'form' })
  }
  throws.action = undefined
  await send()
  expect(router.state.actionData).toEqual({ page: { ok: false, text: 'No' } })
  expect(last()).toBeUndefined()
})

test('the same holds for a form that leaves the page as it is', async () => {
  const { router, throws, last } = openPage()
  throws.action = lost
  const post = { formMethod: 'post', formData: new FormData() } as const
  await router.fetch('report', 'page', '/page', post)
  expect(router.state.errors).toBeNull()
  expect(last()).toEqual({ what: 'form' })
})

test('what stands in place of the page’s answer is said; what is wrong in a page is not hidden', async () => {
  const { router, throws, send, last } = openPage()
  throws.action = new ErrorResponse(413, '', '{"title":"That is too large"}')
  await send()
  expect(router.state.errors).toBeNull()
  expect(last()).toEqual({ what: 'form', said: 'That is too large' })
  for (const action of [new Error('ours'), new ErrorResponse(404, '', '<html>')]) {
    throws.action = action
    await send()
    expect(router.state.errors).not.toBeNull()
    expect(last()).toBeUndefined()
  }
})

test('a form of somebody who was logged out meanwhile leaves its page, and is sent again after a login', async () => {
  const { router, throws, send, last } = openPage()
  const problem = { title: 'Please log in first.', code: 'unauthenticated', requestId: '1', supportEmail: '' }
  throws.action = new ErrorResponse(401, '', problem)
  await send()
  expect(router.state).toMatchObject({ errors: null, loaderData: { page: 1 } })
  expect(last()).toEqual({ what: 'session' })
  throws.action = undefined
  await send()
  expect(router.state.actionData).toEqual({ page: { ok: false, text: 'No' } })
  expect(last()).toBeUndefined()
  // A page that is read again is not shown to somebody who is logged out.
  throws.loader = throws.action = new ErrorResponse(401, '', problem)
  await router.revalidate()
  expect(router.state.errors).not.toBeNull()
})

test('a step of the page stays, and what was done is not said again', async () => {
  const { router, throws, answerWith, send } = openPage()
  await send()
  throws.action = lost
  await send()
  expect(router.state.actionData).toEqual({ page: { ok: false, text: 'No' } })
  throws.action = undefined
  answerWith({ ok: true, text: 'Sent' })
  await send()
  throws.action = lost
  await send()
  expect(router.state.actionData).toEqual({ page: undefined })
  // A code was sent: the box for it stays, with what was typed there.
  throws.action = undefined
  const step = { ok: true, text: 'A code is on its way', isStep: true }
  answerWith(step)
  await send()
  throws.action = lost
  await send()
  expect(router.state.actionData).toEqual({ page: step })
})

test('a page that cannot be read again shows what it did, also after a form', async () => {
  const { router, throws, send, last } = openPage()
  throws.loader = lost
  await router.revalidate()
  expect(router.state).toMatchObject({ errors: null, loaderData: { page: 1 } })
  expect(last()).toEqual({ what: 'page' })
  throws.loader = undefined
  await router.revalidate()
  expect(router.state.loaderData).toMatchObject({ page: 2 })
  expect(last()).toBeUndefined()
  throws.loader = lost
  await send()
  const sent = { errors: null, loaderData: { page: 2 }, actionData: { page: { text: 'No' } } }
  expect(router.state).toMatchObject(sent)
  expect(last()).toEqual({ what: 'page' })
})

test('another page that cannot be read, or that a form leads to, is the error screen', async () => {
  const { router, throws, send, last } = openPage()
  throws.loader = lost
  await router.navigate('/page?q=2')
  expect(router.state.errors).toEqual({ page: lost })
  const other = openPage()
  other.throws.action = lost
  await other.send('/other')
  expect(other.router.state.errors).toEqual({ other: lost })
  expect([last(), other.last()]).toEqual([undefined, undefined])
  await send('/other')
  expect(router.state.errors).toEqual({ other: lost })
})
