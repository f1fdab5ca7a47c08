import type { Cue } from '../captions/read-captions.ts'
import type { Slide } from './starter-lesson.ts'

/** What a reader of captions reads comfortably in a second. */
const wordsPerSecond = 2.5
const shortestCue = 3.5
/** A slide stands a moment before and after what is said of it. */
const pause = 0.5

const toTenths = (seconds: number) => Math.round(seconds * 10) / 10

const takes = (text: string) => toTenths(Math.max(shortestCue, text.split(/\s+/).length / wordsPerSecond + 1))

export type TimedSlide = {
  readonly start: number
  readonly end: number
  readonly captions: readonly Cue[]
}

/** When each slide of a video is shown, and each of its captions, in seconds. */
export function timeSlides(slides: readonly Slide[]): TimedSlide[] {
  let now = 0
  return slides.map(({ says }) => {
    const start = now
    now = toTenths(now + pause)
    const captions = says.map((text) => {
      const from = now
      now = toTenths(now + takes(text))
      return { start: from, end: now, lines: [{ speaker: null, text }] }
    })
    now = toTenths(now + pause)
    return { start, end: now, captions }
  })
}

/** The length of the video. */
export const lengthOf = (slides: readonly Slide[]): number => timeSlides(slides).at(-1)?.end ?? 0

/** What is said, as captions. */
export const captionsOf = (slides: readonly Slide[]): Cue[] =>
  timeSlides(slides).flatMap(({ captions }) => [...captions])

/** The slides as chapters. */
export const chaptersOf = (slides: readonly Slide[]): Cue[] =>
  timeSlides(slides).map(({ start, end }, at) => ({
    start,
    end,
    lines: [{ speaker: null, text: slides[at]?.title ?? '' }],
  }))
