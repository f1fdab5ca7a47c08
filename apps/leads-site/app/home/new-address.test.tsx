import { setTimeout as delay } from 'node:timers/promises'
import { MantineProvider } from '@mantine/core'
import { JSDOM } from 'jsdom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { texts } from '../texts.ts'
import { NewAddress } from './new-address.tsx'

const words = texts.share
const address = 'https://leads.example/share/search?link=x'
let root: Root

/** Draws the address in a page with this clipboard, and presses the button. */
async function copyWith(clipboard: unknown): Promise<Document> {
  // React says when another renderer drew in this process: pages of other test files were drawn as a server does.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { window } = new JSDOM('<div></div>', { url: 'http://leads.example/search' })
  const { document } = window
  Object.assign(window, {
    matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
  })
  for (const [name, value] of Object.entries({ window, document, navigator: { clipboard } }))
    vi.stubGlobal(name, value)
  root = createRoot(document.querySelector('div') as HTMLElement)
  root.render(
    <MantineProvider>
      <NewAddress address={address} text="Made" />
    </MantineProvider>,
  )
  await vi.waitFor(() => expect(document.querySelector('button')).not.toBeNull())
  document.querySelector('button')?.click()
  return document
}

afterEach(async () => {
  root.unmount()
  // React looks at the window once more.
  await delay(50)
  vi.unstubAllGlobals()
})

test('an address is copied, and the button says so', async () => {
  const writeText = vi.fn(async () => undefined)
  const document = await copyWith({ writeText })
  await vi.waitFor(() => expect(document.querySelector('button')?.textContent).toBe(words.copied))
  expect(writeText).toHaveBeenCalledWith(address)
  expect(document.body.textContent).not.toContain(words.copyRefused)
})

test.each([
  ['has no clipboard', undefined],
  ['refuses', { writeText: async () => await Promise.reject(new Error('not allowed')) }],
])('where the browser %s, it says so and selects the address', async (_, clipboard) => {
  const document = await copyWith(clipboard)
  await vi.waitFor(() => expect(document.body.textContent).toContain(words.copyRefused))
  const box = document.querySelector('input')
  expect([box?.selectionStart, box?.selectionEnd]).toEqual([0, address.length])
  expect(document.querySelector('button')?.textContent).toBe(words.copyAddress)
})
