import { applyChange } from '../apply-change.ts'
import type { KnownVersion } from '../saving-queue.ts'
import type { LessonChange, LessonContent } from '../schema.ts'

export const emptyContent: LessonContent = {
  ...{
    title: 'Lesson 1',
    description: '',
    instructor: '',
    transcript: '',
    videoUrl: '',
    videoType: 'youtube',
  },
  ...{ videoThumb: [], durationSeconds: 0, quizName: 'Add quiz name', themeColor: 'info', favorite: false },
}

export type Answer = { readonly saved: KnownVersion } | { readonly theirs: KnownVersion }

/** The server's part of saving, by its own rule, in memory. */
export class MemoryServer {
  #versions: KnownVersion[]
  readonly #applied = new Map<string, number>()

  constructor(content: LessonContent) {
    this.#versions = [{ version: 1, content }]
  }

  get current(): KnownVersion {
    const newest = this.#versions.at(-1)
    if (!newest) throw new Error('There is always a version')
    return newest
  }

  save({ version, device = '', number = 0, ...changes }: LessonChange): Answer {
    const { current } = this
    if (number <= (this.#applied.get(device) ?? 0)) return { saved: current }
    const base = this.#versions.findLast((one) => one.version <= version)
    const { content, conflicts } = applyChange(current.content, base?.content, changes)
    if (conflicts.length > 0) return { theirs: current }
    this.#applied.set(device, number)
    if (JSON.stringify(content) !== JSON.stringify(current.content))
      this.#versions.push({ version: current.version + 1, content })
    return { saved: this.current }
  }

  /** Old versions go: a change that began with one of them is merged from the one before. */
  thin(keeps: (version: number) => boolean): void {
    const { current } = this
    this.#versions = this.#versions.filter(
      (one, position) => position === 0 || one === current || keeps(one.version),
    )
  }
}
