import { EditorSelection, type EditorState, type StateCommand, type TransactionSpec } from '@codemirror/state'

/** What the buttons above the text do. Each works on every selection, and takes back what it did. */

const apply =
  (change: (state: EditorState) => TransactionSpec): StateCommand =>
  ({ state, dispatch }) => {
    if (state.readOnly) return false
    dispatch(state.update(change(state), { scrollIntoView: true, userEvent: 'input' }))
    return true
  }

/** Puts marks around the selection, or takes them away. */
const wrap = (mark: string): StateCommand =>
  apply((state) =>
    state.changeByRange(({ from, to }) => {
      const size = mark.length
      const isMarked = state.sliceDoc(from - size, from) === mark && state.sliceDoc(to, to + size) === mark
      if (isMarked)
        return {
          changes: [
            { from: from - size, to: from },
            { from: to, to: to + size },
          ],
          range: EditorSelection.range(from - size, to - size),
        }
      return {
        changes: [
          { from, insert: mark },
          { from: to, insert: mark },
        ],
        range: EditorSelection.range(from + size, to + size),
      }
    }),
  )

/** Begins each line of the selection with a mark, or takes it away where all have it. */
const begin = (mark: string): StateCommand =>
  apply((state) =>
    state.changeByRange((range) => {
      const first = state.doc.lineAt(range.from).number
      const last = state.doc.lineAt(range.to).number
      const lines = Array.from({ length: last - first + 1 }, (_, n) => state.doc.line(first + n))
      const areMarked = lines.every(({ text }) => text.startsWith(mark))
      const changes = state.changes(
        lines.map(({ from }) => (areMarked ? { from, to: from + mark.length } : { from, insert: mark })),
      )
      return {
        changes,
        range: EditorSelection.range(changes.mapPos(range.from, 1), changes.mapPos(range.to, 1)),
      }
    }),
  )

/** The selection as the words of a link, with its address selected to be typed. */
const link: StateCommand = apply((state) =>
  state.changeByRange(({ from, to }) => {
    const words = state.sliceDoc(from, to)
    const address = 'https://'
    const at = from + words.length + 3
    return {
      changes: { from, to, insert: `[${words}](${address})` },
      range: words === '' ? EditorSelection.cursor(from + 1) : EditorSelection.range(at, at + address.length),
    }
  }),
)

export const commands = {
  bold: wrap('**'),
  italic: wrap('*'),
  heading: begin('## '),
  list: begin('- '),
  quote: begin('> '),
  link,
} as const
