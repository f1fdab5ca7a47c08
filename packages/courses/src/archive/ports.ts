import type { PictureDeps } from '@freeor/storage/pictures/take-picture'
import type { FileStore } from '@freeor/storage/ports'
import type { AuthoringDeps } from '../authoring/ports.ts'

export type ArchiveDeps = AuthoringDeps & {
  readonly files: FileStore
  readonly images: PictureDeps['images']
}

/** A question as a package has it: the key is the position of an option. */
export type ArchivedQuestion = {
  readonly question: string
  readonly options: readonly string[]
  readonly answer: number | null
  readonly explanation: string | null
}

export type ArchivedCaptions = {
  readonly kind: 'captions' | 'chapters'
  readonly language: string
  readonly label: string
  readonly vtt: string
}

export type ArchivedLesson = {
  readonly slug: string
  readonly isPreview: boolean
  readonly title: string
  readonly description: string
  readonly instructor: string
  readonly transcript: string
  readonly videoType: 'youtube' | 'vimeo' | 'loom' | 'html5'
  readonly videoUrl: string
  readonly durationSeconds: number
  readonly videoThumb: readonly string[]
  readonly quizName: string
  readonly themeColor: string
  readonly favorite: boolean
  readonly captions: readonly ArchivedCaptions[]
  readonly questions: readonly ArchivedQuestion[]
}

/** A course as it stands in a package: no ids, no dates, nobody's progress. */
export type ArchivedCourse = {
  readonly name: string
  readonly description: string
  readonly themeColor: string
  readonly favorite: boolean
  readonly lessons: readonly ArchivedLesson[]
}
