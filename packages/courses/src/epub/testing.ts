import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Where Debian has it (apt-get install epubcheck). */
const jar = '/usr/share/java/epubcheck.jar'

/** It checks one book and ends: compiling and collecting on further threads costs more than it gives. */
const javaOptions = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']

export const hasEpubcheck = existsSync(jar)

/** What `epubcheck` says of a book. */
export async function runEpubcheck(book: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'freeor-epub-'))
  try {
    const path = join(folder, 'course.epub')
    await writeFile(path, book)
    const { stdout, stderr } = await promisify(execFile)('java', [...javaOptions, '-jar', jar, path]).catch(
      (error: { stdout: string; stderr: string }) => error,
    )
    return `${stdout}${stderr}`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
