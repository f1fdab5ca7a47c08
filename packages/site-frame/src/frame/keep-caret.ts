import { movedCaret } from '@freeor/kernel/merge/moved-caret'

const isBox = (element: Element | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/**
 * Does what may write another text into the box that somebody types in; the caret and what is selected stay at their
 * characters. A browser puts the caret behind a text that was written into its box.
 */
export function keepCaret(write: () => void): void {
  const box = document.activeElement
  // Boxes of numbers, ticks and files have no caret that can be read.
  if (!isBox(box) || box.selectionStart === null || box.selectionEnd === null) {
    write()
    return
  }
  const { value: before, selectionStart, selectionEnd, selectionDirection } = box
  write()
  const after = box.value
  if (after === before || document.activeElement !== box) return
  const [from, to] = [selectionStart, selectionEnd].map((at) => movedCaret({ before, after }, at))
  box.setSelectionRange(from ?? null, to ?? null, selectionDirection ?? undefined)
}
