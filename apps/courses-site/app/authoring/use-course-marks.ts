import { unwrap } from '@freeor/api-client/client'
import type { CourseAnswer } from '@freeor/courses/catalog/schema'
import { failureText } from '@freeor/site-frame/errors/failure-text'
import { browserApi } from '@freeor/site-frame/frame/api'
import { type Undo, useUndo } from '@freeor/ui/use-undo'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { usePendingMarks } from '../components/use-pending-marks.ts'
import { authoringTexts } from '../texts/authoring.ts'
import type { CourseMarks } from './course-card.tsx'

export type MarkedCourses = {
  /** The courses as they are about to be: shown before the server has answered. */
  shown: readonly CourseAnswer[]
  undo: Undo
  failure: string
  mark(course: CourseAnswer, marks: CourseMarks): void
}

const words = authoringTexts

/** Favourite and archive as toggles; what leaves the list can be undone. */
export function useCourseMarks(courses: readonly CourseAnswer[]): MarkedCourses {
  const undo = useUndo()
  const revalidator = useRevalidator()
  const { marksOf, during } = usePendingMarks<CourseMarks>()
  const [failure, setFailure] = useState('')

  const change = async ({ _docId: courseId }: CourseAnswer, marks: CourseMarks) => {
    setFailure('')
    try {
      await during(courseId, marks, async () => {
        const call = { params: { path: { courseId } }, body: marks }
        unwrap(await browserApi().PATCH('/api/courses/{courseId}', call))
        await revalidator.revalidate()
      })
    } catch (error) {
      undo.end()
      // The plan's refusal is a sentence for the author.
      setFailure(failureText(error, words.notDone))
    }
  }
  const mark = (course: CourseAnswer, marks: CourseMarks) => {
    const done = change(course, marks)
    if (marks.archived === undefined) return
    const { archived } = marks
    undo.propose({
      text: archived ? words.didArchive(course.name) : words.didUnarchive(course.name),
      // Undone before the server has answered, it is taken back after that.
      undo: () => void done.then(() => change(course, { archived: !archived })),
    })
  }
  return { shown: courses.map((course) => ({ ...course, ...marksOf(course._docId) })), undo, failure, mark }
}
