import type { DownloadRequest } from '@freeor/leads/downloads/schema'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openWindow } from '../testing/open-window.ts'
import { useQuote } from './use-quote.ts'

const quoteOf = (before: number) => ({ credits: { price: 0, before, after: before } })

function Left() {
  const { quote } = useQuote({ dictId: 'd', searchName: 'x' } as DownloadRequest)
  return <p>{quote ? `${quote.credits.before} left` : 'counting'}</p>
}

let opened: Awaited<ReturnType<typeof openWindow>>
let root: Root
beforeEach(async () => {
  opened = await openWindow()
})
afterEach(async () => {
  root.unmount()
  await opened.close()
})

test('whoever bought leads in another window and comes back sees them in the quote', async () => {
  const place = document.createElement('div')
  root = createRoot(place)
  root.render(<Left />)
  ;(await opened.nextAsked())(quoteOf(0))
  await vi.waitFor(() => expect(place.textContent).toBe('0 left'))
  document.dispatchEvent(new window.Event('visibilitychange'))
  ;(await opened.nextAsked())(quoteOf(1000))
  await vi.waitFor(() => expect(place.textContent).toBe('1000 left'))
})
