import { buffer } from 'node:stream/consumers'
import { writeZip } from '@freeor/storage/zip/write-zip'
import { expect, test } from 'vitest'
import { dropHash } from './normal-forms.ts'
import { readArchive } from './read-archive.ts'

const pack = async (files: Record<string, string>) =>
  await buffer(writeZip(Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) }))))

/** Each file of an archive with the ids of its items. */
async function read(archive: Uint8Array): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for await (const { name, items } of readArchive(archive))
    found[name] = [...items()].map(({ itemId }) => itemId)
  return found
}

const [email, phone] = ['20260312_4821_Email.csv', '20260312_4821_Phone.csv']
const list = (...ids: string[]) =>
  ['ID,Hash', ...ids.map((id) => `${id},${dropHash(id)}`)].map((line) => `${line}\r\n`).join('')

test('an archive that was unpacked and packed anew gives the same lists under their own names', async () => {
  const files = { [email]: list('AAAAAAAAAAAA', 'BBBBBBBBBBBB'), [phone]: list() }
  const expected = { [email]: ['AAAAAAAAAAAA', 'BBBBBBBBBBBB'], [phone]: [] }
  expect(await read(await pack(files))).toEqual(expected)
  const within = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [`20260312_DROP/${name}`, text]),
  )
  const added = ['20260312_DROP/.DS_Store', `__MACOSX/20260312_DROP/._${email}`, 'Thumbs.db', 'desktop.ini']
  const packed = await pack({ ...within, ...Object.fromEntries(added.map((name) => [name, 'x'])) })
  expect(await read(packed)).toEqual(expected)
})

test.each([
  ['a list by itself', Buffer.from(list('AAAAAAAAAAAA')), /no ZIP archive/],
  ['nothing', Buffer.alloc(0), /no ZIP archive/],
  ['an archive of nothing', await pack({}), /holds no list/],
  ['an archive of a system\u2019s files', await pack({ '__MACOSX/._x': 'x' }), /holds no list/],
  ['one list in two folders', await pack({ [`a/${email}`]: list(), [`b/${email}`]: list() }), /twice/],
  ['a file of something else', await pack({ [email]: list(), 'readme.txt': 'x' }), /readme.txt: .*no list/],
  ['half an archive', (await pack({ [email]: list('AAAAAAAAAAAA') })).subarray(0, 60), /damaged/],
  ['columns in another order', await pack({ [email]: 'Hash,ID\n' }), /header is not ID,Hash/],
  [
    'a digest in hex',
    await pack({ [email]: `ID,Hash\nAAAAAAAAAAAA,${'a1'.repeat(32)}\n` }),
    /Row 2 is no work item/,
  ],
])('%s is refused with its reason', async (_what, archive, problem) => {
  await expect(read(archive)).rejects.toThrow(problem)
})

test('bytes that are not what the archive says they are refuse all of it', async () => {
  const archive = await pack({ [email]: list('AAAAAAAAAAAA') })
  // A byte of the packed list, behind its local header.
  archive[40 + email.length] = (archive[40 + email.length] ?? 0) ^ 0xff
  await expect(read(archive)).rejects.toThrow(/damaged/)
})
