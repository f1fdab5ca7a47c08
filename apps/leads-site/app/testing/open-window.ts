import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { JSDOM } from 'jsdom'
import { vi } from 'vitest'

/**
 * A window for components that ask the API: a document to draw in, and addresses that lead to a server of the test, over
 * HTTP. `asked` gives the answers that are waited for, in the order in which they were asked for.
 */
export async function openWindow() {
  const asked: ((body: unknown) => void)[] = []
  const answerWith = (response: ServerResponse) => (body: unknown) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const server = createServer((request, response) => {
    request.resume()
    asked.push(answerWith(response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // React says when another renderer drew in this process: pages of other test files were drawn as a server does.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { window } = new JSDOM('', { url: `${origin}/_search/d`, pretendToBeVisual: true })
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', window.document)
  // In a browser an address without a host is the page's own.
  const OwnRequest = class extends Request {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(typeof input === 'string' ? new URL(input, origin) : input, init)
    }
  }
  vi.stubGlobal('Request', OwnRequest)
  return {
    /** The next answer that is waited for, as a function that gives it. */
    async nextAsked(): Promise<(body: unknown) => void> {
      await vi.waitFor(() => {
        if (asked.length === 0) throw new Error('Nothing was asked')
      })
      return asked.shift() as (body: unknown) => void
    },
    async close(): Promise<void> {
      // React looks at the window once more.
      await delay(50)
      vi.unstubAllGlobals()
      vi.restoreAllMocks()
      server.closeAllConnections()
      server.close()
    },
  }
}
