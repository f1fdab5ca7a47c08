import { conflicts } from './lesson-conflicts.ts'
import { conscience } from './lesson-conscience.ts'
import { history } from './lesson-history.ts'
import { law } from './lesson-law.ts'
import { together } from './lesson-together.ts'
import type { StarterLesson } from './starter-lesson.ts'

/** The default course of an installation, unless `DEFAULT_COURSE` names another. */
export const starterCourseId = 'crs_introduction'

export const starterCourse = {
  name: 'Religious liberty: an introduction',
  description:
    'Five lessons for readers of any faith or none: what religious liberty is, how the idea grew, how law protects it, what to do when freedoms meet, and how to live with difference.',
  instructor: 'Freeor Courses',
} as const

export const starterLessons: readonly StarterLesson[] = [conscience, history, law, conflicts, together]

/** A lesson of each kind of embed: drafts without an address, which an operator can fill and publish. */
export const embedDrafts = [
  { slug: '6', videoType: 'youtube', title: 'A video from YouTube' },
  { slug: '7', videoType: 'vimeo', title: 'A video from Vimeo' },
  { slug: '8', videoType: 'loom', title: 'A video from Loom' },
] as const

/** Where the drawn videos and their first pictures are served. */
export const starterVideo = (slug: string) => `/starter/lesson-${slug}.mp4`
export const starterPoster = (slug: string) => `/starter/lesson-${slug}.svg`
