import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { conflicts, offline, openEditor, saved } from '../editor-screen.ts'
import { journey } from '../journey.ts'
import { sampleLogin } from '../people.ts'
import { addTo, charactersOf, missingIn, takeAway } from '../traces/characters.ts'
import { type Replayed, replayEdit } from '../traces/replay-edit.ts'
import { readTrace, type TraceEdit } from '../traces/trace.ts'
import { isDecided, numbersOf, settleConflict } from '../two-writers.ts'
import { addDraftLesson } from '../written-lesson.ts'

/**
 * A trace of two writers is replayed through two browsers, while the network comes and goes. The one that comes with the
 * suite was made by a script from two planned texts; it is no recording of people. `TRACE` names another one, of this form or as editing traces are published; `TRACE_EDITS` how much of it, `TRACE_SEED` when the network is cut.
 */
const path = process.env.TRACE ?? join(import.meta.dirname, '../traces/two-authors.json')
const seed = Number(process.env.TRACE_SEED ?? 20261125)
const mostEdits = Number(process.env.TRACE_EDITS ?? 200)

type Writer = { readonly page: Page; isOffline: boolean }

journey(
  'each character of a replayed trace of two writers ends in the text or in a conflict that was shown',
  async ({ visitor }) => {
    const trace = readTrace(path)
    const random = numbersOf(seed)
    const author = sampleLogin('author')
    const lesson = await addDraftLesson(author, trace.start)
    const open = async (): Promise<Writer> => {
      const page = await visitor({ expected: [...offline, ...conflicts, /status of 5\d\d/] })
      await openEditor(page, lesson, author)
      return { page, isOffline: false }
    }
    const writers = [await open(), await open()] as const
    /** What must be in the text at the end: typed, not taken out, and not left to the other's words. */
    const wanted = charactersOf(trace.start)
    const settle = async ({ page }: Writer) => {
      const asked = await settleConflict(page)
      // What this author leaves out of theirs was shown.
      if (asked) takeAway(wanted, missingIn(charactersOf(asked.theirs), charactersOf(asked.yours)))
    }
    const toggle = async (writer: Writer) => {
      writer.isOffline = !writer.isOffline
      await writer.page.context().setOffline(writer.isOffline)
    }

    const makeEdit = async (writer: Writer, edit: TraceEdit): Promise<Replayed> => {
      for (let tries = 0; tries < 5; tries += 1) {
        await settle(writer)
        const done = await replayEdit(writer.page, edit)
        if (done) return done
      }
      throw new Error('The editor cannot be typed into')
    }

    const edits = trace.edits.slice(0, mostEdits)
    let certain = 0
    for (const edit of edits) {
      const writer = writers[edit.who]
      if (random() < 0.1) await toggle(writer)
      const done = await makeEdit(writer, edit)
      addTo(wanted, done.deleted, -1)
      addTo(wanted, done.typed, 1)
      if (done.typed === edit.typed) certain += 1
      if (!writer.isOffline && random() < 0.15) await isDecided(writer.page)
    }
    for (const writer of writers) if (writer.isOffline) await toggle(writer)
    for (let round = 0; round < 4; round += 1)
      for (const writer of writers) {
        await isDecided(writer.page)
        await settle(writer)
      }
    for (const { page } of writers) await saved(page)

    const api = lesson.replace('/course/', '/api/courses/').replace('/lesson/', '/lessons/')
    const read = await writers[0].page.request.get(api)
    const text = String((await read.json()).data.transcript)
    expect([...missingIn(wanted, charactersOf(text))], `seed ${seed}`).toEqual([])
    expect(certain).toBeGreaterThan(edits.length * 0.8)
    expect(edits.length).toBeGreaterThan(0)
  },
)
