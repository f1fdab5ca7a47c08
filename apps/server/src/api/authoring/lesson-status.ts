import {
  archiveLesson,
  publishLesson,
  restoreLesson,
  unpublishLesson,
} from '@freeor/courses/authoring/publishing/commands'
import { lessonStatus } from '@freeor/courses/authoring/publishing/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { lessonParams } from './authoring-call.ts'

type Contract = { readonly id: string; readonly verb: string; readonly summary: string }

/** The four changes of what learners see of a lesson: without a body, and answering what the lesson is now. */
const statusOperation = ({ id, verb, summary }: Contract, change: typeof publishLesson) =>
  coursesOperation({
    ...{ id, method: 'post', path: `/api/lessons/{lessonId}/${verb}`, area: 'authoring', summary },
    ...{ access: 'user', whileImpersonating: 'allowed', params: lessonParams, answer: lessonStatus },
    handle: async ({ deps, user, params }) =>
      await change(deps, { actor: user(), lessonId: params.lessonId }),
  })

export const publishLessonOperation = statusOperation(
  {
    id: 'publishLesson',
    verb: 'publish',
    summary: 'Shows a lesson to learners. 409 without a question, 402 past the limit of the plan',
  },
  publishLesson,
)

export const unpublishLessonOperation = statusOperation(
  {
    id: 'unpublishLesson',
    verb: 'unpublish',
    summary: 'Makes a lesson a draft again, and says how many attempts are open: those may be finished',
  },
  unpublishLesson,
)

export const archiveLessonOperation = statusOperation(
  {
    id: 'archiveLesson',
    verb: 'archive',
    summary: 'Takes a lesson out of sight in every course it stands in',
  },
  archiveLesson,
)

export const restoreLessonOperation = statusOperation(
  {
    id: 'restoreLesson',
    verb: 'restore-archived',
    summary:
      'Returns a lesson from the archive to where it was. 402 where a course of it is full by the plan',
  },
  restoreLesson,
)
