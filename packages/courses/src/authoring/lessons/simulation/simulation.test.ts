import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  beginSave,
  changeOf,
  type Draft,
  editDraft,
  type KnownVersion,
  learnVersion,
  newDraft,
  refuseSave,
  reopenDraft,
  resolveConflict,
  settleSave,
} from '../saving-queue.ts'
import type { LessonChange } from '../schema.ts'
import { type Answer, emptyContent, MemoryServer } from './testing.ts'

/**
 * Two or three editors of one lesson with a bad network, crashes and old versions thinned out. Each inserted character
 * occurs nowhere else, so that it can be looked for: at the end it is in the server's text, or was shown to an author as
 * a conflict, or somebody who saw it deleted it.
 */

type Step =
  | { readonly do: 'insert'; readonly at: number; readonly length: number }
  | { readonly do: 'delete'; readonly at: number; readonly length: number }
  /** A save is made and sent; its request and its answer may be lost, late or doubled. */
  | { readonly do: 'send'; readonly lost: boolean }
  | { readonly do: 'deliver'; readonly which: number; readonly twice: boolean; readonly answered: boolean }
  | { readonly do: 'hear'; readonly which: number; readonly twice: boolean }
  /** The lesson is read, and what was read may be heard much later, or twice. */
  | { readonly do: 'read' }
  | { readonly do: 'learn'; readonly which: number; readonly twice: boolean }
  | { readonly do: 'crash' }
  | { readonly do: 'resolve'; readonly keep: 'mine' | 'theirs' | 'both' }
  | { readonly do: 'thin' }

const share = fc.nat(999).map((thousandths) => thousandths / 1000)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('insert'), at: share, length: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('delete'), at: share, length: fc.integer({ min: 1, max: 9 }) }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('send'), lost: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('deliver'),
      which: fc.nat(4),
      twice: fc.boolean(),
      answered: fc.boolean(),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('hear'), which: fc.nat(4), twice: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('read') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('learn'), which: fc.nat(4), twice: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash') }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('resolve'), keep: fc.constantFrom('mine', 'theirs', 'both') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('thin') }) },
) as fc.Arbitrary<Step>

const start = 'Of conscience.\n\nThe law is one thing.\n\nWhat one believes is another.\n'

/** The page of an editor, until it crashes: the next one hears no answer that was meant for it. */
type Page = { readonly editor: number }

class Run {
  readonly server = new MemoryServer({ ...emptyContent, transcript: start })
  readonly drafts: Draft[]
  readonly pages: Page[]
  readonly requests: { page: Page; change: LessonChange }[] = []
  readonly answers: { page: Page; number: number; answer: Answer }[] = []
  readonly reads: { page: Page; knownThen: number; found: KnownVersion }[] = []
  readonly inserted: string[] = []
  readonly deleted = new Set<string>()
  readonly shown = new Set<string>()
  #next = 0x4e00
  #opened = 0

  constructor(editors: number) {
    this.drafts = Array.from({ length: editors }, (_, n) => this.#open(n))
    this.pages = this.drafts.map((_, editor) => ({ editor }))
  }

  #open(editor: number): Draft {
    this.#opened += 1
    const device = `tab ${editor}, opened as number ${this.#opened}`
    return newDraft({ lessonId: 'les', userId: 'usr', device }, this.server.current)
  }

  draft(editor: number): Draft {
    const draft = this.drafts[editor]
    if (!draft) throw new Error('There is no such editor')
    return draft
  }

  #page(editor: number): Page {
    const page = this.pages[editor]
    if (!page) throw new Error('There is no such page')
    return page
  }

  #change(editor: number, work: (draft: Draft) => Draft) {
    const changed = work(this.draft(editor))
    this.drafts[editor] = changed
    if (!changed.conflict) return
    for (const one of changed.conflict.theirs.transcript + changed.content.transcript) this.shown.add(one)
  }

  #changeIn(page: Page, work: (draft: Draft) => Draft) {
    if (this.pages[page.editor] === page) this.#change(page.editor, work)
  }

  take(editor: number, step: Step) {
    const { transcript } = this.draft(editor).content
    if (step.do === 'insert') this.#insert(editor, transcript, step)
    if (step.do === 'delete') this.#delete(editor, transcript, step)
    if (step.do === 'send') this.#send(editor, step.lost)
    if (step.do === 'deliver') this.#deliver(step)
    if (step.do === 'hear') this.#hear(step)
    if (step.do === 'read') this.#read(editor)
    if (step.do === 'learn') this.#learn(step)
    if (step.do === 'crash') this.#crash(editor)
    if (step.do === 'resolve') this.#resolve(editor, step.keep)
    if (step.do === 'thin') this.server.thin((version) => version % 3 === 0)
  }

  #insert(editor: number, transcript: string, { at, length }: { at: number; length: number }) {
    const place = Math.floor(at * (transcript.length + 1))
    const characters = Array.from({ length }, () => {
      this.#next += 1
      return String.fromCodePoint(this.#next)
    })
    this.inserted.push(...characters)
    const text = characters.join(this.#next % 5 === 0 ? '\n' : '')
    const changed = transcript.slice(0, place) + text + transcript.slice(place)
    this.#change(editor, (draft) => editDraft(draft, { transcript: changed }))
  }

  #delete(editor: number, transcript: string, { at, length }: { at: number; length: number }) {
    const place = Math.floor(at * transcript.length)
    for (const one of transcript.slice(place, place + length)) this.deleted.add(one)
    const changed = transcript.slice(0, place) + transcript.slice(place + length)
    this.#change(editor, (draft) => editDraft(draft, { transcript: changed }))
  }

  #send(editor: number, lost: boolean) {
    this.#change(editor, beginSave)
    const change = changeOf(this.draft(editor))
    if (change && !lost) this.requests.push({ page: this.#page(editor), change })
  }

  #deliver({ which, twice, answered }: { which: number; twice: boolean; answered: boolean }) {
    const at = which % Math.max(1, this.requests.length)
    const request = this.requests[at]
    if (!request) return
    if (!twice) this.requests.splice(at, 1)
    const answer = this.server.save(request.change)
    const { number = 0 } = request.change
    if (answered) this.answers.push({ page: request.page, number, answer })
  }

  #hear({ which, twice }: { which: number; twice: boolean }) {
    const at = which % Math.max(1, this.answers.length)
    const heard = this.answers[at]
    if (!heard) return
    if (!twice) this.answers.splice(at, 1)
    const { page, number, answer } = heard
    this.#changeIn(page, (draft) =>
      'saved' in answer ? settleSave(draft, number, answer.saved) : refuseSave(draft, number, answer.theirs),
    )
  }

  #read(editor: number) {
    const { version } = this.draft(editor).base
    this.reads.push({ page: this.#page(editor), knownThen: version, found: this.server.current })
  }

  #learn({ which, twice }: { which: number; twice: boolean }) {
    const at = which % Math.max(1, this.reads.length)
    const read = this.reads[at]
    if (!read) return
    if (!twice) this.reads.splice(at, 1)
    this.#changeIn(read.page, (draft) => learnVersion(draft, read.found, read.knownThen))
  }

  /** What was in memory is gone; the draft is read from the browser's storage. */
  #crash(editor: number) {
    this.pages[editor] = { editor }
    this.#change(editor, (draft) => reopenDraft(draft, this.server.current) ?? this.#open(editor))
  }

  #resolve(editor: number, keep: 'mine' | 'theirs' | 'both') {
    const { conflict, content } = this.draft(editor)
    if (!conflict) return
    const [mine, theirs] = [content.transcript, conflict.theirs.transcript]
    const transcript = keep === 'mine' ? mine : keep === 'theirs' ? theirs : `${theirs}\n${mine}`
    this.#change(editor, (draft) => resolveConflict(draft, { transcript }))
  }

  /** The network is there again, and everybody decides what they are asked. */
  finish() {
    for (let round = 0; round < 20; round += 1)
      for (const editor of this.drafts.keys()) {
        this.#resolve(editor, 'both')
        this.#read(editor)
        while (this.reads.length > 0) this.#learn({ which: 0, twice: false })
        this.#send(editor, false)
        while (this.requests.length > 0) this.#deliver({ which: 0, twice: false, answered: true })
        while (this.answers.length > 0) this.#hear({ which: 0, twice: false })
      }
  }
}

const program = fc.record({
  editors: fc.integer({ min: 2, max: 3 }),
  steps: fc.array(fc.tuple(fc.nat(2), step), { maxLength: 80, size: 'max' }),
})

test('whatever the network does, every inserted character is in the text, was shown in a conflict, or was deleted by who saw it', () => {
  let conflicts = 0
  fc.assert(
    fc.property(program, ({ editors, steps }) => {
      const run = new Run(editors)
      for (const [editor, one] of steps) run.take(editor % editors, one)
      run.finish()
      const { transcript } = run.server.current.content
      conflicts += run.shown.size > 0 ? 1 : 0
      for (const one of run.inserted)
        expect(transcript.includes(one) || run.shown.has(one) || run.deleted.has(one), one).toBe(true)
      for (const { content, conflict } of run.drafts)
        expect([conflict, content.transcript]).toEqual([null, transcript])
    }),
    { numRuns: 1500 },
  )
  expect(conflicts).toBeGreaterThan(20)
})

test('somebody who writes alone finds exactly what they wrote, and is asked nothing', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const run = new Run(1)
      for (const one of steps) run.take(0, one)
      const { transcript } = run.draft(0).content
      run.finish()
      expect(run.server.current.content.transcript).toBe(transcript)
      expect(run.shown.size).toBe(0)
    }),
    { numRuns: 1000 },
  )
})

test('people who write in different paragraphs never meet, and nothing is missing', () => {
  const typing = fc.array(fc.tuple(fc.nat(1), fc.subarray(['send', 'deliver', 'hear'] as const)), {
    maxLength: 40,
    size: 'max',
  })
  fc.assert(
    fc.property(typing, (rounds) => {
      const run = new Run(2)
      for (const [editor, network] of rounds) {
        const { transcript } = run.draft(editor).content
        run.take(editor, { do: 'insert', at: editor === 0 ? 3 / transcript.length : 0.95, length: 1 })
        if (network.includes('send')) run.take(editor, { do: 'send', lost: false })
        if (network.includes('deliver'))
          run.take(editor, { do: 'deliver', which: 0, twice: false, answered: true })
        if (network.includes('hear')) run.take(editor, { do: 'hear', which: 0, twice: false })
      }
      expect(run.shown.size).toBe(0)
      run.finish()
      expect(run.shown.size).toBe(0)
      for (const one of run.inserted) expect(run.server.current.content.transcript).toContain(one)
    }),
  )
})
