/** A field that has to be put right before the lesson can be left with every word saved. */
export type WrongField = { readonly name: string; readonly box: HTMLElement }

/** For the element around the fields, and for the one around the text. */
export const aroundFields = { 'data-lesson-fields': '' }
export const aroundText = { 'data-lesson-text': '' }

const textBox = '[data-lesson-text] [contenteditable="true"]'

/**
 * The fields that the page marks as wrong, in their order. They are read from the page, because a field may hold what is
 * no value yet, as a length that cannot be read.
 * @param textName name of the text where it is wrong too
 */
export function findWrongFields(page: ParentNode, textName: string | undefined): WrongField[] {
  const text = textName === undefined ? null : page.querySelector<HTMLElement>(textBox)
  const inputs = page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    '[data-lesson-fields] :is(input, textarea)[aria-invalid="true"]',
  )
  const marked = [...inputs].map((box) => ({ name: box.labels?.[0]?.textContent ?? '', box }))
  return text && textName !== undefined ? [{ name: textName, box: text }, ...marked] : marked
}
