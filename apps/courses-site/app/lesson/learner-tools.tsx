import { CourseSearch } from './course-search.tsx'
import { LessonNotes, type LessonNotesProps } from './lesson-notes.tsx'

export type LearnerToolsProps = LessonNotesProps & { courseId: string }

/**
 * What needs both script and an account: a learner's notes, and the search of the course. A module of its own, which a
 * visitor of a free preview never loads.
 */
export function LearnerTools({ courseId, ...notes }: LearnerToolsProps) {
  return (
    <>
      <LessonNotes {...notes} />
      <CourseSearch courseId={courseId} />
    </>
  )
}
