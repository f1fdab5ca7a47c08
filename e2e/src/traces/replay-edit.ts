import type { Page } from 'playwright-core'
import { field } from '../editor-screen.ts'
import { conflict, textIn } from '../two-writers.ts'
import { positionOf, type TraceEdit } from './trace.ts'

/** What an edit took out of the text and put into it, as far as it is certain. */
export type Replayed = { readonly deleted: string; readonly typed: string }

type Content = Element & { readonly cmTile?: { readonly root: { readonly view: EditorView } } }
type EditorView = {
  readonly state: {
    readonly doc: { readonly length: number; sliceString(from: number, to: number): string }
  }
  dispatch(change: { readonly selection: { readonly anchor: number; readonly head: number } }): void
  focus(): void
}

/** Selects as a pointer would, and says what is selected. */
function select(element: Element, [from, to]: readonly [number, number]): string {
  const view = (element as Content).cmTile?.root.view
  if (!view) throw new Error('Here is no editor')
  const [anchor, head] = [Math.min(from, view.state.doc.length), Math.min(to, view.state.doc.length)]
  view.focus()
  view.dispatch({ selection: { anchor, head } })
  return view.state.doc.sliceString(anchor, head)
}

/**
 * Makes an edit of a trace with real keys. What another person saved may have moved the text meanwhile.
 * @returns undefined where a question opened before it began
 */
export async function replayEdit(page: Page, edit: TraceEdit): Promise<Replayed | undefined> {
  const position = positionOf(edit, await textIn(page, 'Transcript'))
  const deleted = await field(page)
    .evaluate(select, [position, position + edit.removed] as const, { timeout: 3_000 })
    .catch(() => undefined)
  if (deleted === undefined) return undefined
  if (deleted !== '') await page.keyboard.press('Backspace')
  if (edit.typed === '') return { deleted, typed: '' }
  await page.keyboard.type(edit.typed)
  // A question that opened between two keys may have taken some of them: then nothing is certain.
  if (await conflict(page).isVisible()) return { deleted, typed: '' }
  const text = await textIn(page, 'Transcript')
  return { deleted, typed: text.includes(edit.typed) ? edit.typed : '' }
}
