import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readFolder } from './read-folder.ts'

let folder: string
let fresh: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeor-maildir-'))
  fresh = join(folder, 'new')
  await mkdir(fresh)
})
afterEach(async () => await rm(folder, { recursive: true }))

test('each mail is read once, and one that fails is tried again', async () => {
  await writeFile(join(fresh, '1.good'), 'good')
  await writeFile(join(fresh, '2.bad'), 'bad')
  await writeFile(join(fresh, '3.good:2,'), 'last')
  const taken: string[] = []
  const failures: string[] = []
  const read = async (isBroken: boolean) =>
    await readFolder(
      folder,
      async (raw) => {
        const text = Buffer.from(raw).toString()
        if (isBroken && text === 'bad') throw new Error('no')
        taken.push(text)
      },
      (_error, file) => failures.push(file),
    )
  expect(await read(true)).toEqual({ read: 2, failed: 1 })
  expect([taken, failures]).toEqual([['good', 'last'], ['2.bad']])
  expect(await read(false)).toEqual({ read: 1, failed: 0 })
  expect(await read(false)).toEqual({ read: 0, failed: 0 })
  expect(taken).toEqual(['good', 'last', 'bad'])
  expect((await readdir(join(folder, 'cur'))).toSorted()).toEqual(['1.good:2,S', '2.bad:2,S', '3.good:2,'])
})

test('links and folders are left alone: they could lead anywhere', async () => {
  await writeFile(join(folder, 'secret'), 'secret')
  await symlink(join(folder, 'secret'), join(fresh, '1.link'))
  await mkdir(join(fresh, '2.folder'))
  const taken: unknown[] = []
  const counts = await readFolder(
    folder,
    async (raw) => taken.push(raw),
    (error) => taken.push(error),
  )
  expect([counts, taken]).toEqual([{ read: 0, failed: 0 }, []])
})
