import { unwrap } from '@freeor/api-client/client'
import type { NoteAnswer } from '@freeor/courses/progress/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useState } from 'react'
import { lessonTexts } from '../texts/lesson.ts'

const inOrder = (notes: readonly NoteAnswer[]) =>
  notes.toSorted((one, other) => (one.second ?? -1) - (other.second ?? -1))

export type Notes = {
  readonly notes: readonly NoteAnswer[]
  /** Why the last change was not kept; undefined when it was. */
  readonly problem: string | undefined
  /** Whether it was kept. */
  add(note: { second?: number; text: string }): Promise<boolean>
  change(id: string, text: string): Promise<boolean>
  remove(id: string): Promise<boolean>
}

/** The learner's notes in a lesson. A change shows once the server has kept it. */
export function useNotes(lessonId: string, first: readonly NoteAnswer[]): Notes {
  const [notes, setNotes] = useState(first)
  const [problem, setProblem] = useState<string>()
  const api = browserApi()
  const keep = async (work: () => Promise<(before: readonly NoteAnswer[]) => readonly NoteAnswer[]>) => {
    try {
      const change = await work()
      setNotes((before) => inOrder(change(before)))
      setProblem(undefined)
      return true
    } catch (error) {
      setProblem(error instanceof Error && error.name === 'ApiProblem' ? error.message : lessonTexts.notKept)
      return false
    }
  }
  const path = (noteId: string) => ({ params: { path: { lessonId, noteId } } })
  return {
    notes,
    problem,
    add: async (note) =>
      await keep(async () => {
        const asked = api.POST('/api/lessons/{lessonId}/notes', {
          params: { path: { lessonId } },
          body: note,
        })
        const added = unwrap(await asked)
        return (before) => [...before, added]
      }),
    change: async (id, text) =>
      await keep(async () => {
        const changed = unwrap(
          await api.PATCH('/api/lessons/{lessonId}/notes/{noteId}', { ...path(id), body: { text } }),
        )
        return (before) => before.map((note) => (note.id === id ? changed : note))
      }),
    remove: async (id) =>
      await keep(async () => {
        const { response, error } = await api.DELETE('/api/lessons/{lessonId}/notes/{noteId}', path(id))
        if (!response.ok) unwrap({ error, response })
        return (before) => before.filter((note) => note.id !== id)
      }),
  }
}
