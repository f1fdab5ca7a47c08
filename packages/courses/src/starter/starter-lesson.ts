/** A drawn slide of a lesson's video, with what its captions say while it is shown. */
export type Slide = {
  readonly title: string
  /** Written below the title. */
  readonly lines: readonly string[]
  /** The captions, one after the other. */
  readonly says: readonly string[]
}

export type StarterQuestion = {
  readonly question: string
  readonly options: readonly string[]
  /** The place of the correct option, from 0. */
  readonly answer: number
  readonly explanation: string
}

/** A lesson of the introductory course. Its video is drawn from the slides by `scripts/draw-starter-videos.mts`. */
export type StarterLesson = {
  readonly slug: string
  readonly title: string
  readonly description: string
  /** Markdown. */
  readonly transcript: string
  readonly slides: readonly Slide[]
  readonly quizName: string
  readonly questions: readonly StarterQuestion[]
}
