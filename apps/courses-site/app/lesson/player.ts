/** What a player of a lesson can do. Everything on the page that follows the video knows only this. */
export type Player = {
  play(): void
  pause(): void
  seek(seconds: number): void
  /** In seconds. */
  readonly currentTime: number
  readonly rate: number
  /** Of the video, in seconds; undefined while it is unknown. */
  readonly duration: number | undefined
  readonly isPaused: boolean
  /** @returns stops listening */
  on(events: readonly PlayerEvent[], listener: () => void): () => void
}

export type PlayerEvent =
  | 'play'
  | 'pause'
  | 'seeking'
  | 'seeked'
  | 'ratechange'
  | 'timeupdate'
  | 'durationchange'
  | 'ended'
  | 'playing'
  | 'error'

/** The part of HTMLMediaElement that a player needs: `<video>` has it, and the elements around the frames too. */
export type MediaElement = HTMLElement &
  Pick<HTMLMediaElement, 'pause' | 'currentTime' | 'playbackRate' | 'duration' | 'paused'> & {
    play(): Promise<void> | undefined
  }

/** A player over an element with the interface of HTMLMediaElement. */
export function openPlayer(element: MediaElement): Player {
  return {
    // A browser may refuse to play before the learner has touched the page: then it stays paused, and shows so.
    play: () => void element.play()?.catch(() => undefined),
    pause: () => element.pause(),
    seek(seconds) {
      element.currentTime = Math.max(0, seconds)
    },
    get currentTime() {
      return element.currentTime
    },
    get rate() {
      return element.playbackRate
    },
    get duration() {
      const { duration } = element
      return Number.isFinite(duration) && duration > 0 ? duration : undefined
    },
    get isPaused() {
      return element.paused
    },
    on(events, listener) {
      for (const event of events) element.addEventListener(event, listener)
      return () => {
        for (const event of events) element.removeEventListener(event, listener)
      }
    },
  }
}
