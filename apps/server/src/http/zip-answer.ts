import { Readable } from 'node:stream'
import { writeZip, type ZipEntry } from '@freeor/storage/zip/write-zip'

/** A name of letters that every file system takes. */
const cleanName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '')

/** A package to be saved, written while it is sent. */
export const answerZip = (
  entries: readonly ZipEntry[],
  { name, ending, type }: { readonly name: string; readonly ending: string; readonly type: string },
): Response =>
  new Response(Readable.toWeb(writeZip(entries)) as ReadableStream<Uint8Array>, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${cleanName(name) || 'package'}.${ending}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
