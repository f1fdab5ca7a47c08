type Field = HTMLInputElement | HTMLTextAreaElement

const textFields =
  'textarea, input:is(:not([type]), [type=text], [type=search], [type=email], [type=tel], [type=url], [type=password])'

const isTextField = (target: EventTarget | null): target is Field =>
  target instanceof Element && target.matches(textFields)

/**
 * Collects what is typed into a page before its script has taken over, on a slow line or a slow machine for seconds.
 * React is told of none of it: a textarea is set back to the text that the page came with, and a text box at the next
 * change of anything around it.
 * @returns a function for the moment when the script has taken over: it gives each field its text once more, as typed
 */
export function collectTyped(document: Document): () => void {
  const typed = new Map<Field, { text: string; caret: number | null }>()
  const note = (field: Field) => typed.set(field, { text: field.value, caret: field.selectionEnd })
  const onInput = ({ target }: Event) => {
    if (isTextField(target)) note(target)
  }
  for (const field of document.querySelectorAll<Field>(textFields))
    if (field.value !== field.defaultValue) note(field)
  // Before React hears of it, which may set the field back while it does.
  document.addEventListener('input', onInput, { capture: true })
  return () => {
    document.removeEventListener('input', onInput, { capture: true })
    for (const [field, { text, caret }] of typed) if (field.isConnected) type(field, text, caret)
    typed.clear()
  }
}

function type(field: Field, text: string, caret: number | null): void {
  // React compares with the text that was set through the field itself, and hears of nothing that is equal to it.
  field.value = text === '' ? ' ' : ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  // Some browsers move the focus to a field whose caret is set.
  if (caret !== null && field === field.ownerDocument.activeElement) field.setSelectionRange(caret, caret)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
