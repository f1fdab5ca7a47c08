import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdown } from '@codemirror/lang-markdown'
import { defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { diff, MergeView, unifiedMergeView } from '@codemirror/merge'
import { searchKeymap } from '@codemirror/search'
import { Annotation, EditorState, type Extension, Transaction } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { commands } from './markdown-commands.ts'
import { markdownOf } from './paste-markdown.ts'

/** Loaded on the editor's page alone: the one module that names CodeMirror's view. */

/** Marks what came from elsewhere: it is not told as typed, and undoing does not take it back. */
const fromElsewhere = Annotation.define<boolean>()

const look: Extension = [
  EditorView.lineWrapping,
  markdown(),
  syntaxHighlighting(defaultHighlightStyle),
  EditorView.theme({
    '&': { fontSize: '1.0625rem', backgroundColor: 'var(--surface-raised)', color: 'inherit' },
    '&.cm-focused': { outline: '2px solid var(--mantine-primary-color-filled)', outlineOffset: '1px' },
    '.cm-content': {
      fontFamily: 'var(--serif)',
      lineHeight: '1.65',
      padding: '16px',
      caretColor: 'currentColor',
    },
    '.cm-cursor': { borderLeftColor: 'currentColor' },
    '.cm-line span': { color: 'inherit' },
    '.cm-panels': { backgroundColor: 'var(--surface)', color: 'inherit' },
  }),
]

/** What scrolls is reached by the keyboard, also where nothing can be written. */
const named = (label: string): Extension =>
  EditorView.contentAttributes.of({
    ...{ 'aria-label': label, 'aria-multiline': 'true' },
    ...{ spellcheck: 'true', tabindex: '0' },
  })

export type TextEditor = {
  readonly view: EditorView
  setText(text: string): void
  whenIdle(): Promise<void>
  /** Where somebody types; undefined while the focus is elsewhere. */
  caret(): number | undefined
  run(command: keyof typeof commands): void
  insert(text: string): void
  /** Changes the words of the pictures with this address. */
  describe(src: string, alt: string): void
  destroy(): void
}

export type EditorOptions = {
  readonly parent: HTMLElement
  readonly text: string
  readonly label: string
  readonly isReadOnly: boolean
  onText(text: string): void
  /** Files that were dropped or pasted, with the caret where they shall stand. */
  onFiles(files: readonly File[]): void
}

const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])]

const takeFiles = (onFiles: EditorOptions['onFiles']): Extension => {
  const take = (event: Event, files: readonly File[]): boolean => {
    if (files.length === 0) return false
    event.preventDefault()
    onFiles(files)
    return true
  }
  return EditorView.domEventHandlers({
    // A text that was copied from a word processor comes with a picture of itself.
    paste: (event) =>
      event.clipboardData?.getData('text/plain') === '' && take(event, filesOf(event.clipboardData)),
    drop(event, view) {
      const files = filesOf(event.dataTransfer)
      const at = files.length > 0 ? view.posAtCoords({ x: event.clientX, y: event.clientY }) : null
      if (at !== null) view.dispatch({ selection: { anchor: at } })
      return take(event, files)
    },
  })
}

const pasteAsMarkdown = EditorView.domEventHandlers({
  paste(event, view) {
    const html = event.clipboardData?.getData('text/html') ?? ''
    const text = markdownOf(html)
    if (text === undefined) return false
    event.preventDefault()
    view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.paste', scrollIntoView: true })
    return true
  },
})

/** Opens an editor of Markdown. */
export function openEditor({ parent, text, label, isReadOnly, onText, onFiles }: EditorOptions): TextEditor {
  const listen = EditorView.updateListener.of(({ docChanged, transactions, state }) => {
    if (docChanged && !transactions.some((one) => one.annotation(fromElsewhere))) onText(state.doc.toString())
  })
  const keys = keymap.of([
    { key: 'Mod-b', run: commands.bold },
    { key: 'Mod-i', run: commands.italic },
    { key: 'Mod-k', run: commands.link },
    ...defaultKeymap,
    ...historyKeymap,
    ...searchKeymap,
  ])
  const view = new EditorView({
    parent,
    doc: text,
    extensions: [
      ...[look, named(label), history(), keys, listen, takeFiles(onFiles), pasteAsMarkdown],
      EditorState.readOnly.of(isReadOnly),
    ],
  })
  return {
    view,
    setText: (next) => replaceText(view, next),
    whenIdle: async () => await idle(view),
    caret: () => (view.hasFocus ? view.state.selection.main.head : undefined),
    run(command) {
      commands[command](view)
      view.focus()
    },
    insert(added) {
      view.dispatch(view.state.replaceSelection(added), { scrollIntoView: true })
      view.focus()
    },
    describe(src, alt) {
      const end = `](${src})`
      const text = view.state.doc.toString()
      for (let at = text.indexOf(end); at !== -1; at = text.indexOf(end, at + 1)) {
        const from = text.lastIndexOf('![', at) + 2
        if (from > 1) view.dispatch({ changes: { from, to: at, insert: alt }, userEvent: 'input' })
      }
    },
    destroy: () => view.destroy(),
  }
}

/** Only what differs is replaced, so the caret and the selection stay at their words. */
function replaceText(view: EditorView, next: string): void {
  const now = view.state.doc.toString()
  if (now === next) return
  const changes = diff(now, next, { scanLimit: 500 }).map(({ fromA, toA, fromB, toB }) => ({
    from: fromA,
    to: toA,
    insert: next.slice(fromB, toB),
  }))
  view.dispatch({ changes, annotations: [fromElsewhere.of(true), Transaction.addToHistory.of(false)] })
}

async function idle(view: EditorView): Promise<void> {
  if (!view.composing) return
  await new Promise<void>((resolve) =>
    view.contentDOM.addEventListener('compositionend', () => setTimeout(resolve), { once: true }),
  )
}

export type Comparison = {
  readonly parent: HTMLElement
  readonly old: { readonly text: string; readonly label: string }
  readonly now: { readonly text: string; readonly label: string }
  /** Side by side needs room for two columns. */
  readonly isNarrow: boolean
  /** Where the newer text may be changed. */
  onText?(text: string): void
  /** Where in the newer text somebody types on: the focus goes there, and nothing is collapsed. */
  readonly caret?: number | undefined
}

/** Shows how two texts differ. @returns what closes it */
export function compareTexts({ parent, old, now, isNarrow, onText, caret }: Comparison): () => void {
  const fixed = [EditorState.readOnly.of(true)]
  const listen = EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged) onText?.(state.doc.toString())
  })
  const own = onText ? [history(), keymap.of([...defaultKeymap, ...historyKeymap]), listen] : fixed
  if (isNarrow) {
    const merge = unifiedMergeView({ original: old.text, mergeControls: onText !== undefined })
    const extensions = [look, named(now.label), own, merge]
    const view = new EditorView({ parent, doc: now.text, extensions })
    typeOn(view, caret)
    return () => view.destroy()
  }
  const view = new MergeView({
    parent,
    a: { doc: old.text, extensions: [look, named(old.label), fixed] },
    b: { doc: now.text, extensions: [look, named(now.label), own] },
    ...(caret === undefined && { collapseUnchanged: { margin: 2, minSize: 6 } }),
    ...(onText && { revertControls: 'a-to-b' as const }),
  })
  typeOn(view.b, caret)
  return () => view.destroy()
}

function typeOn(view: EditorView, caret: number | undefined): void {
  if (caret === undefined) return
  view.dispatch({ selection: { anchor: Math.min(caret, view.state.doc.length) }, scrollIntoView: true })
  view.focus()
}
