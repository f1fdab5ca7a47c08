import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file of a package: its bytes, or what opens them once it is its turn. */
export type ZipEntry = { readonly name: string } & (
  | { readonly bytes: Uint8Array }
  | { readonly open: () => Promise<Readable> }
) & {
    /** Kept as it is: for what is packed already, and where a format wants it. */
    readonly isStored?: true
  }

/** The earliest time a ZIP can say, by the local clock as the format has it. */
const fixedTime = new Date(1980, 0, 1)

/** It has no times, no owners and no machine in it. */
const fileOptions = { mtime: fixedTime, mode: 0o100644, forceDosTimestamp: true } as const

const open = async (entry: ZipEntry): Promise<Readable> =>
  'bytes' in entry ? Readable.from([Buffer.from(entry.bytes)]) : await entry.open()

/**
 * A ZIP of these files in this order. It has no times, no owners and no machine in it: the same files give the same bytes.
 */
export function writeZip(entries: readonly ZipEntry[]): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  // yazl tells of a file that could not be read on itself.
  ;(zip as unknown as NodeJS.EventEmitter).on('error', (error: Error) => output.destroy(error))
  for (const entry of entries) {
    const options = { ...fileOptions, compress: !entry.isStored }
    // Of files that are packed only one is worked on at a time: each takes a quarter of a megabyte.
    if ('bytes' in entry && entry.isStored) zip.addBuffer(Buffer.from(entry.bytes), entry.name, options)
    else
      zip.addReadStreamLazy(entry.name, options, (take) => {
        open(entry).then(
          (stream) => take(null, stream),
          (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
        )
      })
  }
  zip.end()
  return zip.outputStream.pipe(output)
}

/** A ZIP of files that are made one after the other, each once the one before it is packed, in memory that does not grow. */
export function streamZip(
  entries: AsyncIterable<{ readonly name: string; readonly content: Readable }>,
): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  zip.outputStream.pipe(output)
  const fail = (error: Error) => output.destroy(error)
  ;(zip as unknown as NodeJS.EventEmitter).on('error', fail)
  const pack = async () => {
    for await (const { name, content } of entries) {
      // Who stops reading ends the file under way too.
      const stop = () => content.destroy()
      output.once('close', stop)
      zip.addReadStream(content, name, fileOptions)
      await finished(content)
      output.off('close', stop)
    }
    zip.end()
  }
  pack().catch(fail)
  return output
}

/** All of a stream, for what is small. */
export async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
