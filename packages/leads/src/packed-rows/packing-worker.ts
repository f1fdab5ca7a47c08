import { answerMessages } from '@freeor/kernel/worker-thread'
import { type NewPackedFile, PackedFileWriter } from './packed-file-writer.ts'

/** Entry of the thread that writes packed rows: a minute of work that no request should wait behind. It writes one file. */

/** What the thread is told, in this order. */
export type Messages = {
  begin: { told: NewPackedFile; given: undefined }
  /** The bytes of the texts, see `PackedFileWriter.take`. */
  take: { told: { readonly bytes: Uint8Array }; given: undefined }
  end: { told: object; given: undefined }
}

let writer: PackedFileWriter | undefined

answerMessages<Messages>({
  handle(message) {
    if (message.do === 'begin') writer = new PackedFileWriter(message)
    else if (message.do === 'take') writer?.take(message.bytes)
    else writer?.end()
    return undefined
  },
})
