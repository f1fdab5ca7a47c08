import { setTimeout as delay } from 'node:timers/promises'
import type { DownloadRequest, OfferedQuote } from '@freeor/leads/downloads/schema'
import { JSDOM } from 'jsdom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { quoteDownload } from '../api/downloads.ts'
import { useQuote } from './use-quote.ts'

vi.mock('../api/downloads.ts', () => ({ quoteDownload: vi.fn() }))

const quoteOf = (before: number) => ({ credits: { price: 0, before, after: before } }) as OfferedQuote

function Left() {
  const { quote } = useQuote({ dictId: 'd', searchName: 'x' } as DownloadRequest)
  return <p>{quote ? `${quote.credits.before} left` : 'counting'}</p>
}

let root: Root
beforeEach(() => {
  // React says when another renderer drew in this process: pages of other test files were drawn as a server does.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { window } = new JSDOM('', { url: 'http://localhost/_search/d', pretendToBeVisual: true })
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', window.document)
})
afterEach(async () => {
  root.unmount()
  // React looks at the window once more.
  await delay(50)
  vi.unstubAllGlobals()
})

test('whoever bought leads in another window and comes back sees them in the quote', async () => {
  vi.mocked(quoteDownload).mockResolvedValueOnce(quoteOf(0)).mockResolvedValueOnce(quoteOf(1000))
  const place = document.createElement('div')
  root = createRoot(place)
  root.render(<Left />)
  await vi.waitFor(() => expect(place.textContent).toBe('0 left'))
  document.dispatchEvent(new window.Event('visibilitychange'))
  await vi.waitFor(() => expect(place.textContent).toBe('1000 left'))
})
