import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AnyGiven, type AnyMessage, answerMessages, type MessageTo } from '@freeor/kernel/worker-thread'
import { PackedFile } from './packed-file.ts'
import { hasRow } from './read-row-set.ts'

/** Entry of the thread that has the files of packed rows open. */

type File = { readonly path: string }
export type FileState = { readonly table: string; readonly leads: number }

/** What the thread is told, and what it gives back. */
export type Messages = {
  open: { told: File; given: FileState }
  read: { told: File & { readonly rows: readonly number[] }; given: string[] }
  /** Erases the texts of all other rows. */
  keep: { told: File & { readonly rows: Uint8Array }; given: FileState }
  close: { told: File; given: undefined }
}
const files = new Map<string, PackedFile>()

const stateOf = ({ table, leads }: PackedFile): FileState => ({ table, leads })

async function handle(message: AnyMessage<Messages>): Promise<AnyGiven<Messages>> {
  const { path } = message
  if (message.do === 'open') {
    files.get(path)?.close()
    files.delete(path)
    files.set(path, PackedFile.open(path))
  }
  const file = files.get(path)
  if (!file) throw new Error('This file is not open')
  switch (message.do) {
    case 'open':
      return stateOf(file)
    case 'read':
      return file.read(message.rows)
    case 'keep':
      return await keep(file, message)
    case 'close':
      files.delete(path)
      file.close()
      return undefined
    default:
      return message satisfies never
  }
}

/** Pages are read between two pieces. */
async function keep(file: PackedFile, { path, rows }: MessageTo<Messages, 'keep'>): Promise<FileState> {
  for (const some of file.rows()) {
    const gone = some.filter((row) => !hasRow(rows, row))
    if (gone.length > 0) file.erase(gone)
    await nextTurn()
    if (files.get(path) !== file) throw new Error('The file was closed')
  }
  return stateOf(file)
}

answerMessages<Messages>({ handle })
