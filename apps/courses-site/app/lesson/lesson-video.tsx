import { servedBy, type VideoSource } from '@freeor/courses/catalog/video-source'
import { lazyPart } from '@freeor/ui/lazy-part'
import { Button } from '@mantine/core'
import IconPlayerPlayFilled from '@tabler/icons-react/dist/esm/icons/IconPlayerPlayFilled.mjs'
import { Suspense } from 'react'
import { lessonTexts } from '../texts/lesson.ts'
import type { CaptionTrack } from './create-media.ts'
import type { Player } from './player.ts'
import classes from './video.module.css'

const PlayerControls = lazyPart(async () => (await import('./player-controls.tsx')).PlayerControls)

type Embed = Extract<VideoSource, { kind: 'loom' }>

/** Loom's frame tells nothing and takes no orders. */
function LoomFrame({ id, title }: { id: Embed['id']; title: string }) {
  return (
    <>
      <iframe
        className={classes.frame}
        src={`https://www.loom.com/embed/${id}?hide_owner=true&hide_share=true&hideEmbedTopBar=true`}
        title={title}
        referrerPolicy="strict-origin-when-cross-origin"
        allow="autoplay; fullscreen; picture-in-picture"
      />
      <p className={classes.note}>{lessonTexts.loomNote}</p>
    </>
  )
}

type PosterProps = {
  source: VideoSource
  title: string
  /** A picture of this site. */
  poster: string | undefined
  /** Where the learner goes on, in words. */
  resume: string | undefined
  onPlay: () => void
}

/** Stands in the place of the video until Play is pressed: nothing is asked of anybody else before. */
function Poster({ source, title, poster, resume, onPlay }: PosterProps) {
  const host = servedBy(source)
  return (
    <div className={classes.poster}>
      {poster ? <img src={poster} alt="" className={classes.picture} /> : null}
      <div className={classes.offer}>
        <Button
          size="lg"
          leftSection={<IconPlayerPlayFilled size={22} aria-hidden />}
          aria-label={`${resume ?? lessonTexts.play}: ${title}`}
          onClick={onPlay}
        >
          {resume ?? lessonTexts.play}
        </Button>
        {host ? <p className={classes.host}>{lessonTexts.servedBy(host)}</p> : null}
      </div>
    </div>
  )
}

export type LessonVideoProps = {
  source: VideoSource | undefined
  /** There is a transcript, for a lesson without a video. */
  isReadable: boolean
  title: string
  poster: string | undefined
  tracks: readonly CaptionTrack[]
  resume: string | undefined
  isStarted: boolean
  onStart: () => void
  onPlayer: (player: Player | undefined) => void
}

/** The video of a lesson: a poster with a button, then the player. */
export function LessonVideo(props: LessonVideoProps) {
  const { source, isReadable, title, poster, tracks, resume, isStarted, onStart, onPlayer } = props
  if (!source)
    return (
      <p className={classes.none}>
        {isReadable ? `${lessonTexts.noVideo} ${lessonTexts.readBelow}` : lessonTexts.noVideo}
      </p>
    )
  return (
    <div className={classes.video}>
      {isStarted ? null : (
        <Poster source={source} title={title} poster={poster} resume={resume} onPlay={onStart} />
      )}
      {isStarted && source.kind === 'loom' ? <LoomFrame id={source.id} title={title} /> : null}
      {isStarted && source.kind !== 'loom' ? (
        <Suspense fallback={<div className={classes.wait} role="status" aria-label={lessonTexts.loading} />}>
          <PlayerControls source={source} title={title} tracks={tracks} onPlayer={onPlayer} />
        </Suspense>
      ) : null}
    </div>
  )
}
