import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'

/** What a package may be at most, unless its reader says otherwise. */
const zipLimits = {
  entries: 2_000,
  /** Of all files together, unpacked, in bytes. */
  unpacked: 50_000_000,
  /** How many times larger than packed a file may become, past the first 100,000 bytes. */
  ratio: 200,
  nameLength: 500,
} as const

export type ZipLimits = { readonly [Limit in keyof typeof zipLimits]: number }

export type ZippedFile = {
  readonly name: string
  /** Unpacked size, as the package says it. */
  readonly size: number
  /** Undefined where it is not wanted, or not read: then `problem` says why. */
  readonly bytes?: Uint8Array
  readonly problem?: string
}

/** Why a package is not read at all. */
export class ZipProblem extends Error {
  override readonly name = 'ZipProblem'
}

/**
 * The files of a ZIP package, those wanted with their bytes. Nothing is written anywhere. A file that is damaged costs no
 * other; a package past the limits is not read at all.
 * @throws ZipProblem
 */
export async function readZip(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
  given: Partial<ZipLimits> = {},
): Promise<ZippedFile[]> {
  const limits = { ...zipLimits, ...given }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // Old programs of Windows write folders with backslashes: they are read as slashes, and such names are judged alike.
  const zip = await fromBufferPromise(buffer, { lazyEntries: true, strictFileNames: false }).catch(() => {
    throw new ZipProblem('The package is damaged: it cannot be opened.')
  })
  if (zip.entryCount > limits.entries)
    throw new ZipProblem(
      `The package holds ${zip.entryCount.toLocaleString('en-US')} files: at most ${limits.entries.toLocaleString('en-US')} are read.`,
    )
  const entries = await listEntries(zip, limits)
  const files: ZippedFile[] = []
  for (const entry of entries) files.push(await readEntry(zip, entry, isWanted(entry.fileName)))
  zip.close()
  return files
}

async function listEntries(zip: ZipFile, limits: ZipLimits): Promise<Entry[]> {
  const entries: Entry[] = []
  let unpacked = 0
  try {
    for await (const entry of zip.eachEntry()) {
      unpacked += entry.uncompressedSize
      requireBounded(entry, unpacked, limits)
      if (!entry.fileName.endsWith('/')) entries.push(entry)
    }
  } catch (error) {
    if (error instanceof ZipProblem) throw error
    // Names that lead out of the folder, absolute ones and sizes that disagree are found here.
    throw new ZipProblem('The package is damaged, or names files outside of itself.')
  }
  if (new Set(entries.map(({ fileName }) => fileName)).size < entries.length)
    throw new ZipProblem('The package names a file twice.')
  return entries
}

/** The kind of file that a Unix packer noted in the upper half of the attributes. */
const [kindOfFile, symbolicLink] = [0o170000, 0o120000]

function requireBounded(entry: Entry, unpacked: number, limits: ZipLimits): void {
  const { uncompressedSize, compressedSize, fileName } = entry
  if (((entry.externalFileAttributes >>> 16) & kindOfFile) === symbolicLink)
    throw new ZipProblem('The package holds a link in the place of a file.')
  if (unpacked > limits.unpacked)
    throw new ZipProblem(
      `The package becomes larger than ${limits.unpacked / 1_000_000} MB when it is unpacked.`,
    )
  if (uncompressedSize > 100_000 && uncompressedSize > limits.ratio * compressedSize)
    throw new ZipProblem('A file of the package becomes very much larger when it is unpacked.')
  if (fileName.length > limits.nameLength)
    throw new ZipProblem('A file of the package has a name without end.')
}

async function readEntry(zip: ZipFile, entry: Entry, isWanted: boolean): Promise<ZippedFile> {
  const file = { name: entry.fileName, size: entry.uncompressedSize }
  if (entry.isEncrypted()) return { ...file, problem: 'It is encrypted.' }
  if (!isWanted) return file
  try {
    const stream = await zip.openReadStreamPromise(entry)
    const chunks: Buffer[] = []
    // yauzl ends the stream with an error where more comes than the package said.
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    const bytes = Buffer.concat(chunks)
    return crc32(bytes) === entry.crc32 ? { ...file, bytes } : { ...file, problem: 'It is damaged.' }
  } catch {
    return { ...file, problem: 'It is damaged: it cannot be unpacked.' }
  }
}
