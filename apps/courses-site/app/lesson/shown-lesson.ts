import type { LessonAnswer } from '@freeor/courses/catalog/schema'

/** A lesson as its page gets it: without the transcript, which comes as it is drawn. */
export type ShownLesson = Omit<LessonAnswer, 'data'> & { data: Omit<LessonAnswer['data'], 'transcript'> }
