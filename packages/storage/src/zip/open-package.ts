import { AppError } from '@freeor/kernel/errors'
import { pictureFileName } from '../pictures/file-name.ts'
import { readZip, ZipProblem } from './read-zip.ts'

/** Where a package has its pictures. */
export const pictureFolder = 'pictures/'

const refused = (message: string) => new AppError('invalid_request', message)

/** Of a package as it is sent. */
export const mostPackageBytes = 100_000_000
const limits = { entries: 5_000, unpacked: 200_000_000 } as const

export type OpenPackage = {
  /** A text of it. @throws AppError invalid_request for one that is no UTF-8 */
  text(name: string): string | undefined
  /** Its pictures by their file name. */
  readonly pictures: ReadonlyMap<string, Buffer>
}

/** What macOS and Windows put beside the files of a folder. */
const ofComputer = /^__MACOSX\/|(?:^|\/)(?:\.DS_Store|\._[^/]*|Thumbs\.db|desktop\.ini)$/i

/** The folder that all files are in, with its slash: who unpacks a package and packs it again often packs its folder. */
function folderAround([first = '', ...others]: readonly string[]): string {
  const folder = first.slice(0, first.indexOf('/') + 1)
  return others.every((name) => name.startsWith(folder)) ? folder : ''
}

/**
 * Unpacks a package in memory. Nothing is written anywhere.
 * @throws AppError invalid_request for what is no package, is damaged, or past the limits
 */
export async function openPackage(bytes: Uint8Array): Promise<OpenPackage> {
  const files = await readZip(bytes, () => true, limits).catch((error: unknown) => {
    throw error instanceof ZipProblem ? refused(error.message) : error
  })
  const read = new Map<string, Buffer>()
  const own = files.filter(({ name }) => !ofComputer.test(name))
  const around = folderAround(own.map(({ name }) => name))
  for (const { name, bytes: content, problem } of own) {
    if (!content) throw refused(`${name}: ${problem ?? 'It cannot be read.'}`)
    read.set(name.slice(around.length), Buffer.from(content.buffer, content.byteOffset, content.byteLength))
  }
  const pictures = [...read].flatMap(([name, content]): [string, Buffer][] => {
    const fileName = name.startsWith(pictureFolder) ? name.slice(pictureFolder.length) : ''
    return pictureFileName.test(fileName) ? [[fileName, content]] : []
  })
  return { text: (name) => textOf(read, name), pictures: new Map(pictures) }
}

function textOf(files: ReadonlyMap<string, Buffer>, name: string): string | undefined {
  const content = files.get(name)
  if (content === undefined) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content).replaceAll('\0', '\ufffd')
  } catch {
    throw refused(`${name}: It is no text in UTF-8.`)
  }
}
