import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { openLimiter } from '@freeor/kernel/limiter'
import { openFolderStore } from '@freeor/storage/folder'
import { ZipFile } from 'yazl'
import type { QuizFixture } from '../../attempts/testing.ts'
import type { PictureDeps } from './pictures/write-pictures.ts'
import { readQuestionsOf } from './read-questions.ts'

/** A quiz with a folder for files. */
export type ImportFixture = QuizFixture &
  PictureDeps & {
    /** A stored file. */
    read(key: string): Promise<Buffer>
    has(key: string): Promise<boolean>
  }

export async function withFiles(fixture: QuizFixture): Promise<ImportFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'freeor-files-'))
  const files = openFolderStore(folder)
  return {
    ...fixture,
    ...{ files, images: openLimiter({ concurrency: 2, queue: 50 }) },
    read: async (key) => await buffer(await files.read(key)),
    has: async (key) => (await files.stat(key)) !== undefined,
    async close() {
      await fixture.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A ZIP package of these files. */
export async function zipOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const made = new ZipFile()
  for (const [name, content] of Object.entries(files)) made.addBuffer(Buffer.from(content), name)
  made.end()
  const chunks: Buffer[] = []
  for await (const chunk of made.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

export const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Reads a text as a file of this name. */
export const readTextFile = async (text: string, name = 'questions.txt') =>
  await readQuestionsOf({ name, bytes: textBytes(text) })

export type Read = Awaited<ReturnType<typeof readTextFile>>

/** Of each question that was refused, why. */
export const refusals = ({ files }: Read): string[] =>
  files.flatMap(({ spans }) => spans.filter(({ fate }) => fate === 'refused').flatMap(({ notes }) => notes))

/** What was changed. */
export const changes = ({ files }: Read): string[] =>
  files.flatMap(({ spans }) => spans.filter(({ fate }) => fate === 'changed').flatMap(({ notes }) => notes))

/** Where the spans of a file do not cover it: empty for a right account. */
export function gapsOf({ files, questions }: Read): string[] {
  const wrong: string[] = []
  for (const { name, bytes, spans } of files) {
    let at = 0
    for (const { from, to, fate, notes, question } of spans) {
      if (from !== at || to <= from)
        wrong.push(`${name}: a span from ${from} to ${to}, where ${at} was expected`)
      if (fate !== 'in' && notes.length === 0) wrong.push(`${name}: nothing is said of ${from} to ${to}`)
      if ((fate === 'in' || fate === 'changed') !== (question !== null))
        wrong.push(`${name}: ${fate} at ${from}`)
      at = to
    }
    if (at !== bytes) wrong.push(`${name}: the spans end at ${at} of ${bytes}`)
  }
  const told = new Set(files.flatMap(({ spans }) => spans.flatMap(({ question }) => question ?? [])))
  if (told.size !== questions.length)
    wrong.push(`${told.size} of ${questions.length} questions are in the spans`)
  return wrong
}
