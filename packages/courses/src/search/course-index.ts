import MiniSearch from 'minisearch'
import { captionPassages, markdownPassages } from './passages.ts'
import type { CourseHit } from './schema.ts'

/** What the index is made of, in the order of the course: published lessons only. */
export type IndexedLesson = {
  readonly lessonId: string
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly transcript: string
  /** WebVTT files. */
  readonly captions: readonly string[]
}

type Entry = CourseHit & { readonly id: number }

/** An index over the passages of a course's lessons. */
export type CourseIndex = {
  /** Characters indexed, by which a cache weighs it. */
  readonly size: number
  find(query: string): CourseHit[]
}

const mostHits = 30

/** So that one lesson does not push out all others. */
const mostOfLesson = 6

/** Accents do not matter: "conviccion" finds "convicción". */
const folded = (term: string) => term.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

export function indexCourse(lessons: readonly IndexedLesson[]): CourseIndex {
  const entries: Entry[] = lessons.flatMap((lesson, at) => {
    const { lessonId, slug, title } = lesson
    const order = at + 1
    const head = { second: null, text: [title, lesson.description].filter(Boolean).join(': ') }
    const passages = [
      head,
      ...lesson.captions.flatMap(captionPassages),
      ...markdownPassages(lesson.transcript),
    ]
    return passages.map(({ second, text }) => ({
      id: 0,
      lessonId,
      slug,
      title,
      order,
      second,
      passage: text,
    }))
  })
  const numbered = entries.map((entry, id) => ({ ...entry, id }))
  const index = new MiniSearch<Entry>({
    fields: ['passage'],
    processTerm: folded,
    searchOptions: { prefix: (term) => term.length > 2, fuzzy: (term) => (term.length > 4 ? 0.2 : false) },
  })
  index.addAll(numbered)
  return {
    size: numbered.reduce((sum, { passage }) => sum + passage.length, 1),
    find(query) {
      const found = index.search(query, { combineWith: 'AND' })
      const ofLesson = new Map<string, number>()
      const hits: CourseHit[] = []
      for (const { id } of found) {
        const entry = numbered[id]
        if (!entry || hits.length >= mostHits) break
        const before = ofLesson.get(entry.lessonId) ?? 0
        ofLesson.set(entry.lessonId, before + 1)
        const { id: _, ...hit } = entry
        if (before < mostOfLesson) hits.push(hit)
      }
      return hits
    },
  }
}
