import { setTimeout as delay } from 'node:timers/promises'
import type { Dictionary, SearchAnswer } from '@freeor/leads/schema'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openWindow } from '../testing/open-window.ts'
import { readSearch } from './search-url.ts'
import { type LeadPages, useLeadPages } from './use-lead-pages.ts'

const dictionary = { dictId: 'd', columns: [] } as unknown as Dictionary
const answerOf = (...ids: string[]) =>
  ({ count: 9, dataVersion: 1, rows: ids.map((id) => ({ id })) }) as unknown as SearchAnswer

let opened: Awaited<ReturnType<typeof openWindow>>
let root: Root
let place: HTMLElement
let pages: LeadPages

function List({ q, first }: { q: string; first: string }) {
  pages = useLeadPages(answerOf(first), readSearch(new URLSearchParams({ q })), dictionary)
  return pages.rows.map(({ id }) => id).join(' ')
}

const says = async (text: string) => await vi.waitFor(() => expect(place.textContent).toBe(text))

/** Asks for the next rows; gives the function that answers with them. */
async function askMore(): Promise<(id: string) => void> {
  pages.loadMore()
  const answer = await opened.nextAsked()
  return (id) => answer(answerOf(id))
}

beforeEach(async () => {
  opened = await openWindow()
  place = document.createElement('div')
  root = createRoot(place)
})
afterEach(async () => {
  root.unmount()
  await opened.close()
})

test('rows of a search that was left come too late: those of the newer one stay, and go on', async () => {
  root.render(<List q="texas" first="t1" />)
  await says('t1')
  const answerOld = await askMore()
  root.render(<List q="nevada" first="n1" />)
  await says('n1')
  const answerNext = await askMore()
  answerNext('n2')
  await says('n1 n2')
  answerOld('t2')
  await delay(100)
  expect(place.textContent).toBe('n1 n2')
  const answerLast = await askMore()
  answerLast('n3')
  await says('n1 n2 n3')
})

test('whoever comes back to a search before its rows came sees them', async () => {
  root.render(<List q="texas" first="t1" />)
  await says('t1')
  const answer = await askMore()
  root.render(<List q="nevada" first="n1" />)
  await says('n1')
  root.render(<List q="texas" first="t1" />)
  await says('t1')
  answer('t2')
  await says('t1 t2')
})
