import { judgeDraft, type LineAt, linesOf } from './judge-draft.ts'
import { type Draft, type Part, type ReadQuestion, type ReadText, Refusal } from './read-file.ts'

type Range = readonly [from: number, to: number]

/** Why a part is ignored, in the words of the account. */
export const ignoredAs = {
  blank: 'Blank lines',
  comment: 'A comment',
  category: 'A category: questions are put into the lesson that you choose',
  title: 'A title: questions here have none',
  frame: 'The frame of the file',
  settings: 'Settings of another program',
} as const

/** More than any bank has: an account of more parts could not be shown to anybody. */
const mostParts = 60_000

/** Thrown where a file has more parts than are accounted for. */
export class TooManyParts extends Error {
  override readonly name = 'TooManyParts'
}

/**
 * Collects what becomes of a text, from its start to its end. A stretch that a reader passes over is judged as well: it is
 * ignored where it is blank, and refused otherwise. So the parts cover the text, whatever a reader does.
 */
export class PartsOfText {
  private readonly parts: Part[] = []
  private readonly questions: ReadQuestion[] = []
  private readonly lineAt: LineAt
  readonly text: string
  private end = 0

  constructor(text: string) {
    this.text = text
    this.lineAt = linesOf(text)
  }

  line(at: number): number {
    return this.lineAt(at)
  }

  ignore([from, to]: Range, note: string): void {
    this.fill(from)
    this.push({ from, to, fate: 'ignored', notes: [note] })
  }

  refuse([from, to]: Range, note: string): void {
    this.fill(from)
    this.push({ from, to, fate: 'refused', notes: [note] })
  }

  /**
   * Reads a question. `inside` are stretches of it that are ignored by a rule, in order: comments, a title.
   * @param read gives the draft; a `Refusal` that it throws refuses this question and no other
   */
  question([from, to]: Range, read: () => Draft, inside: readonly (readonly [Range, string])[] = []): void {
    this.fill(from)
    const outcome = this.judge(read)
    let at = from
    for (const [[start, end], note] of inside) {
      if (start > at) this.push({ from: at, to: start, ...outcome })
      this.push({ from: start, to: end, fate: 'ignored', notes: [note] })
      at = end
    }
    if (to > at) this.push({ from: at, to, ...outcome })
  }

  private judge(read: () => Draft): Pick<Part, 'fate' | 'notes' | 'question'> {
    try {
      const draft = read()
      const question = this.questions.push(judgeDraft(draft, this.lineAt)) - 1
      const notes = [...new Set(draft.changes ?? [])]
      return { fate: notes.length > 0 ? 'changed' : 'in', notes, question }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { fate: 'refused', notes: [error.message] }
    }
  }

  /** @param note says why whatever stands behind the last part is refused, where it is not blank */
  finish(): ReadText {
    this.fill(this.text.length)
    return { parts: this.parts, questions: this.questions }
  }

  private fill(to: number): void {
    if (to <= this.end) return
    const between = this.text.slice(this.end, to)
    const isBlank = between.trim() === ''
    const notes = [isBlank ? ignoredAs.blank : 'This belongs to no question.']
    this.push({ from: this.end, to, fate: isBlank ? 'ignored' : 'refused', notes })
  }

  private push(part: Part): void {
    if (part.to <= part.from) return
    if (part.from !== this.end) throw new Error(`Parts overlap at ${part.from}`)
    if (this.parts.length >= mostParts) throw new TooManyParts()
    this.parts.push(part)
    this.end = part.to
  }
}
