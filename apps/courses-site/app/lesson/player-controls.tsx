import 'media-chrome/dist/media-controller.js'
import 'media-chrome/dist/media-control-bar.js'
import 'media-chrome/dist/media-captions-button.js'
import 'media-chrome/dist/media-fullscreen-button.js'
import 'media-chrome/dist/media-loading-indicator.js'
import 'media-chrome/dist/media-mute-button.js'
import 'media-chrome/dist/media-pip-button.js'
import 'media-chrome/dist/media-play-button.js'
import 'media-chrome/dist/media-playback-rate-button.js'
import 'media-chrome/dist/media-seek-backward-button.js'
import 'media-chrome/dist/media-seek-forward-button.js'
import 'media-chrome/dist/media-time-display.js'
import 'media-chrome/dist/media-time-range.js'
import { playbackRates } from '@freeor/courses/progress/limits'
import { type HTMLAttributes, type Ref, useEffect, useRef, useState } from 'react'
import { lessonTexts } from '../texts/lesson.ts'
import { createMedia, type MediaWish } from './create-media.ts'
import { openPlayer, type Player } from './player.ts'
import classes from './video.module.css'
import { watchFailure } from './watch-failure.ts'

type Control = HTMLAttributes<HTMLElement> & {
  ref?: Ref<HTMLElement>
  class?: string
  rates?: string
  showduration?: boolean
  notoggle?: boolean
  seekoffset?: number
  slot?: string
  defaultsubtitles?: boolean
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      [control: `media-${string}`]: Control
    }
  }
}

export type PlayerControlsProps = MediaWish & {
  /** Called with the player once it is there, and with undefined when it goes. */
  onPlayer: (player: Player | undefined) => void
}

const ControlBar = ({ rate }: { rate: number }) => (
  <media-control-bar class={classes.bar}>
    <media-play-button />
    <media-seek-backward-button seekoffset={10} class={classes.wideOnly} />
    <media-seek-forward-button seekoffset={10} class={classes.wideOnly} />
    <media-time-range />
    <media-time-display showduration notoggle class={classes.time} />
    <media-mute-button class={classes.wideOnly} />
    <media-captions-button />
    <media-playback-rate-button rates={playbackRates.join(' ')}>
      <span slot="icon" className={classes.rate}>
        {rate}
        <span aria-hidden>×</span>
      </span>
    </media-playback-rate-button>
    <media-pip-button class={classes.wideOnly} />
    <media-fullscreen-button />
  </media-control-bar>
)

/** The player with its controls. Loaded once the learner has pressed Play. */
export function PlayerControls({ source, title, tracks, onPlayer }: PlayerControlsProps) {
  const controller = useRef<HTMLElement>(null)
  const [rate, setRate] = useState(1)
  const [isFailed, setFailed] = useState(false)
  const wish = useRef({ source, title, tracks, onPlayer })
  useEffect(() => {
    let element: HTMLElement | undefined
    let isGone = false
    const { onPlayer: tell, ...wanted } = wish.current
    // It says `aria-checked` of itself, which a button may not.
    controller.current?.querySelector('media-captions-button')?.setAttribute('role', 'switch')
    void createMedia(wanted).then((media) => {
      if (isGone) return
      element = media
      media.slot = 'media'
      controller.current?.append(media)
      const player = openPlayer(media)
      player.on(['ratechange'], () => setRate(player.rate))
      watchFailure(player, setFailed)
      tell(player)
      controller.current?.focus()
    })
    return () => {
      isGone = true
      tell(undefined)
      element?.remove()
    }
  }, [])
  return (
    <>
      <media-controller ref={controller} class={classes.controller} aria-label={title} defaultsubtitles>
        <media-loading-indicator slot="centered-chrome" />
        <ControlBar rate={rate} />
      </media-controller>
      <p className={classes.failed} role="alert">
        {isFailed ? lessonTexts.videoFailed : ''}
      </p>
    </>
  )
}
