import { setTimeout as delay } from 'node:timers/promises'
import { JSDOM } from 'jsdom'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider, useActionData } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useKeptAnswer } from './use-kept-answer.ts'

function Page() {
  const given = useActionData<string>()
  return <p>{`${given ?? 'nothing'}, kept: ${useKeptAnswer(given) ?? 'nothing'}`}</p>
}

const Other = () => <p>other</p>

/** A page whose form is answered with the number of times that it was sent. */
function openPage() {
  let sent = 0
  const action = () => `answer ${++sent}`
  const router = createMemoryRouter(
    [
      { path: '/page', loader: () => null, action, Component: Page },
      { path: '/other', Component: Other },
    ],
    { initialEntries: ['/page'] },
  )
  const place = document.createElement('div')
  const root = createRoot(place)
  root.render(<RouterProvider router={router} />)
  const send = async () => await router.navigate('/page', { formMethod: 'post', formData: new FormData() })
  const says = async (text: string) => await vi.waitFor(() => expect(place.textContent).toBe(text))
  return { router, send, says, close: () => root.unmount() }
}

let page: ReturnType<typeof openPage>
beforeEach(() => {
  // React says when another renderer drew in this process: pages of other test files were drawn as a server does.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { window } = new JSDOM('', { url: 'http://localhost/page' })
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', window.document)
  page = openPage()
})
afterEach(async () => {
  page.close()
  // React looks at the window once more.
  await delay(50)
  vi.unstubAllGlobals()
})

test('an answer outlives the reading of the page that takes it away', async () => {
  const { router, send, says } = page
  await says('nothing, kept: nothing')
  await send()
  await says('answer 1, kept: answer 1')
  await router.revalidate()
  await says('nothing, kept: answer 1')
  await router.revalidate()
  await says('nothing, kept: answer 1')
})

test('the answer to the next form takes its place', async () => {
  const { router, send, says } = page
  await send()
  await says('answer 1, kept: answer 1')
  await router.revalidate()
  await says('nothing, kept: answer 1')
  await send()
  await says('answer 2, kept: answer 2')
  await router.revalidate()
  await says('nothing, kept: answer 2')
})

test('it is gone with the page, and does not come back with it', async () => {
  const { router, send, says } = page
  await send()
  await says('answer 1, kept: answer 1')
  await router.revalidate()
  await says('nothing, kept: answer 1')
  await router.navigate('/page?again')
  await says('nothing, kept: nothing')
  await router.navigate('/other')
  await says('other')
  await router.navigate('/page')
  await says('nothing, kept: nothing')
})
