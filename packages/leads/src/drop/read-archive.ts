import { readZip, ZipProblem } from '@freeor/storage/zip/read-zip'
import { dropLimits } from './limits.ts'
import { type DropList, dropHashText, dropLists } from './schema.ts'

export type ArchiveItem = { readonly itemId: string; readonly hash: string; readonly list: DropList }

export type ArchiveFile = {
  readonly name: string
  /** `Removed`: identifiers that consumers took back. */
  readonly list: DropList | 'Removed'
  /** Reads them in the file's order. @throws ArchiveProblem for a row that is none */
  items(): Generator<ArchiveItem>
}

/** Why an archive is not taken: nothing of it is then. */
export class ArchiveProblem extends Error {
  override readonly name = 'ArchiveProblem'
}

const fileName = new RegExp(
  `^[0-9]{8}_[0-9]{4}_(${[...dropLists, 'Removed'].join('|')})(?:_[A-Za-z0-9]{1,10})?[.]csv$`,
)

/** Without a folder. */
const bareName = (path: string): string => path.split('/').at(-1) ?? path

/** What systems add to a folder that somebody packs anew: it holds nobody. */
const isOfSystem = (path: string): boolean =>
  path.startsWith('__MACOSX/') || /^(?:[.].*|thumbs[.]db|desktop[.]ini)$/i.test(bareName(path))

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

/**
 * The lists of an archive, one at a time in memory. A file that is no list, a header or a row that breaks the state's
 * format refuses all of it: a row left out would be a person left out.
 */
export async function* readArchive(archive: Uint8Array): AsyncGenerator<ArchiveFile> {
  if (!isZip(archive)) throw new ArchiveProblem('It is no ZIP archive. Lists that were unpacked go into one.')
  const limits = { entries: 100, unpacked: dropLimits.unpackedBytes }
  const read = async (wanted: (name: string) => boolean) => {
    try {
      return await readZip(archive, wanted, limits)
    } catch (error) {
      throw error instanceof ZipProblem ? new ArchiveProblem(error.message) : error
    }
  }
  const files = (await read(() => false)).filter((file) => !isOfSystem(file.name))
  // The state packs a list that nobody is on, too: an archive of none is none, and what is asked of us would be missed.
  if (files.length === 0) throw new ArchiveProblem('It holds no list.')
  if (new Set(files.map((file) => bareName(file.name))).size < files.length)
    throw new ArchiveProblem('It holds a list twice.')
  for (const { name: path } of files) {
    const name = bareName(path)
    const list = listOf(name)
    const file = (await read((one) => one === path)).find((one) => one.name === path)
    if (!file?.bytes) throw new ArchiveProblem(`${name}: ${file?.problem ?? 'It cannot be read.'}`)
    const { bytes } = file
    yield { name, list, items: () => itemsOf({ name, list }, bytes) }
  }
}

function listOf(name: string): ArchiveFile['list'] {
  const list = fileName.exec(name)?.[1]
  if (list === undefined) throw new ArchiveProblem(`${name}: This is no list that is known.`)
  return list as ArchiveFile['list']
}

const itemPattern = /^[A-Za-z0-9]{12}$/

function* itemsOf(
  { name, list }: Pick<ArchiveFile, 'name' | 'list'>,
  bytes: Uint8Array,
): Generator<ArchiveItem> {
  let row = 0
  for (const line of linesOf(bytes)) {
    row++
    const cells = line.split(',').map((cell) => cell.replace(/^"(.*)"$/, '$1'))
    const [itemId = '', hash = '', named = list] = cells
    const columns = list === 'Removed' ? 3 : 2
    if (row === 1) {
      const header = list === 'Removed' ? 'ID,Hash,ListType' : 'ID,Hash'
      if (cells.join(',').toLowerCase() !== header.toLowerCase())
        throw new ArchiveProblem(`${name}: The header is not ${header}.`)
      continue
    }
    const own = dropLists.find((one) => one === named)
    if (
      cells.length !== columns ||
      !itemPattern.test(itemId) ||
      !dropHashText.safeParse(hash).success ||
      !own
    )
      throw new ArchiveProblem(`${name}: Row ${row} is no work item.`)
    yield { itemId, hash, list: own }
  }
  if (row === 0) throw new ArchiveProblem(`${name}: It has no header.`)
}

/** Lines of ASCII, whatever ends them; blank ones at the end are none. */
function* linesOf(bytes: Uint8Array): Generator<string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = buffer.subarray(0, 3).equals(Buffer.from('\ufeff')) ? 3 : 0
  while (at < buffer.length) {
    const next = buffer.indexOf(10, at)
    const end = next < 0 ? buffer.length : next
    const line = buffer.toString('latin1', at, end).replace(/\r$/, '')
    at = end + 1
    if (line === '' && at >= buffer.length) return
    yield line
  }
}
