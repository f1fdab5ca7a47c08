import type { Page } from 'playwright-core'
import { patience } from './search-screen.ts'

/** Numbers from 0 to 1, always the same ones for a seed (mulberry32). */
export function numbersOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The question that is asked where both changed the same words. */
export const conflict = (page: Page) =>
  page.getByRole('heading', { name: 'Somebody else changed the same words' })

/** A text of the question, and of the editor: all of it, whatever is in view. */
export const textIn = async (page: Page, label: 'Theirs' | 'Yours' | 'Transcript'): Promise<string> =>
  await page.locator(`.cm-content[aria-label="${label}"]`).evaluate(readView)

type Content = Element & { readonly cmTile?: { readonly root: { readonly view: EditorView } } }
type EditorView = { readonly state: { readonly doc: { toString(): string } } }

/** CodeMirror keeps its view at the element, as its own `findFromDOM` reads it. */
function readView(element: Element): string {
  const view = (element as Content).cmTile?.root.view
  if (!view) throw new Error('Here is no editor')
  return view.state.doc.toString()
}

/** The server has what was typed, or its author is asked. */
export const isDecided = async (page: Page) =>
  await conflict(page).or(page.getByText('Everything is saved.')).first().waitFor(patience)

/** What an open question shows; the author then keeps what stands in theirs, with the other's. Undefined where none is open. */
export async function settleConflict(
  page: Page,
): Promise<{ readonly theirs: string; readonly yours: string } | undefined> {
  if (!(await conflict(page).isVisible())) return undefined
  const [theirs, yours] = [await textIn(page, 'Theirs'), await textIn(page, 'Yours')]
  // The other may have saved again meanwhile: then another question takes the place of this one at once.
  const question = await conflict(page).elementHandle()
  await page.getByRole('button', { name: 'Save this' }).click()
  await question?.waitForElementState('hidden')
  return { theirs, yours }
}
