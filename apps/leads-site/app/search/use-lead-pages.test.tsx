import { setTimeout as delay } from 'node:timers/promises'
import type { Dictionary, SearchAnswer } from '@freeor/leads/schema'
import { JSDOM } from 'jsdom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { searchLeads } from '../api/search.ts'
import { readSearch } from './search-url.ts'
import { type LeadPages, useLeadPages } from './use-lead-pages.ts'

vi.mock('../api/search.ts', () => ({ searchLeads: vi.fn() }))

const dictionary = { dictId: 'd', columns: [] } as unknown as Dictionary
const answerOf = (...ids: string[]) =>
  ({ count: 9, dataVersion: 1, rows: ids.map((id) => ({ id })) }) as unknown as SearchAnswer

let root: Root
let place: HTMLElement
let pages: LeadPages

function List({ q, first }: { q: string; first: string }) {
  pages = useLeadPages(answerOf(first), readSearch(new URLSearchParams({ q })), dictionary)
  return pages.rows.map(({ id }) => id).join(' ')
}

const says = async (text: string) => await vi.waitFor(() => expect(place.textContent).toBe(text))

/** Asks for the next rows; gives the function that answers with them. */
function askMore(): (id: string) => void {
  const { promise, resolve } = Promise.withResolvers<SearchAnswer>()
  vi.mocked(searchLeads).mockReturnValueOnce(promise)
  pages.loadMore()
  return (id) => resolve(answerOf(id))
}

beforeEach(() => {
  // React says when another renderer drew in this process: pages of other test files were drawn as a server does.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { window } = new JSDOM('', { url: 'http://localhost/_search/d' })
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', window.document)
  place = document.createElement('div')
  root = createRoot(place)
})
afterEach(async () => {
  root.unmount()
  // React looks at the window once more.
  await delay(50)
  vi.unstubAllGlobals()
})

test('rows of a search that was left come too late: those of the newer one stay, and go on', async () => {
  root.render(<List q="texas" first="t1" />)
  await says('t1')
  const answerOld = askMore()
  root.render(<List q="nevada" first="n1" />)
  await says('n1')
  askMore()('n2')
  await says('n1 n2')
  answerOld('t2')
  await delay(20)
  expect(place.textContent).toBe('n1 n2')
  askMore()('n3')
  await says('n1 n2 n3')
})

test('whoever comes back to a search before its rows came sees them', async () => {
  root.render(<List q="texas" first="t1" />)
  await says('t1')
  const answer = askMore()
  root.render(<List q="nevada" first="n1" />)
  await says('n1')
  root.render(<List q="texas" first="t1" />)
  await says('t1')
  answer('t2')
  await says('t1 t2')
})
