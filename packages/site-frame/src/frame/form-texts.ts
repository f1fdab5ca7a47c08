import { keepCaret } from './keep-caret.ts'
import type { FormTexts } from './merge-form.ts'

/** What the fields of a form say now, of these names. A browser ends the lines of a sent form by CR LF, a box does not. */
export function readTexts(form: HTMLFormElement, names: readonly string[]): FormTexts {
  const fields = new FormData(form)
  return Object.fromEntries(
    names.map((name) => [name, String(fields.get(name) ?? '').replaceAll('\r\n', '\n')]),
  )
}

type Box = HTMLInputElement | HTMLTextAreaElement

/** Writes a text into a box; the caret stays at its words. */
export function writeBox(box: Box, text: string): void {
  keepCaret(() => {
    box.value = text
  })
  // A box that grows with its text listens for this.
  box.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Writes texts into the fields of a form; those that say so already are left alone. @returns whether any was written */
export function writeTexts(form: HTMLFormElement, texts: FormTexts): boolean {
  const now = readTexts(form, Object.keys(texts))
  const changed = Object.entries(texts).filter(([name, text]) => now[name] !== text)
  for (const [name, text] of changed) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = text !== ''
    else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) writeBox(field, text)
    else if (field instanceof HTMLSelectElement) {
      field.value = text
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
  return changed.length > 0
}
