import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { patience } from './search-screen.ts'

export type Letter = { subject: string; text: string; html: string }

/** What a mail program shows of a quoted-printable text. */
const decoded = (text: string): string =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** The letters to an address in the mail folder, oldest first. */
async function lettersTo(email: string, dataDir: string): Promise<Letter[]> {
  const folder = join(dataDir, 'mail')
  const files = (await readdir(folder).catch(() => [])).filter((each) => each.endsWith('.eml')).sort()
  const letters: Letter[] = []
  for (const file of files) {
    const raw = await readFile(join(folder, file), 'utf8')
    if (!new RegExp(`^To:.*${email.replaceAll('.', '\\.')}`, 'im').test(raw)) continue
    const html = await readFile(join(folder, file.replace(/eml$/, 'html')), 'utf8')
    letters.push({ subject: /^Subject: (.*)$/im.exec(raw)?.[1]?.trim() ?? '', text: decoded(raw), html })
  }
  return letters
}

/** What `find` reads from the newest letter to this address, once such a letter has come. */
export async function readLetter<T>(
  email: string,
  find: (letter: Letter) => T | undefined,
  what: string,
  dataDir = inject('dataDir'),
): Promise<T> {
  let found: T | undefined
  await expect
    .poll(
      async () => {
        const all = await lettersTo(email, dataDir)
        found = all.map(find).findLast((each) => each !== undefined)
        return found
      },
      { ...patience, message: `No letter with ${what} came to ${email}` },
    )
    .toBeDefined()
  if (found === undefined) throw new Error('A letter was there and then was not')
  return found
}

/** The link in a letter whose path begins with this. */
export const linkIn =
  (path: string) =>
  ({ html }: Letter): string | undefined => {
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) =>
      (href ?? '').replaceAll('&amp;', '&'),
    )
    return links.find((href) => URL.canParse(href) && new URL(href).pathname.startsWith(path))
  }
