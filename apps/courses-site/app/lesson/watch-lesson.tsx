import { writeClock } from '@freeor/courses/captions/timestamp'
import { videoSource } from '@freeor/courses/catalog/video-source'
import { Button } from '@mantine/core'
import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs'
import { useState } from 'react'
import { lessonTexts } from '../texts/lesson.ts'
import { CaptionLines } from './caption-lines.tsx'
import type { CaptionTrack } from './create-media.ts'
import { LessonVideo } from './lesson-video.tsx'
import type { ShownLesson } from './shown-lesson.ts'
import { captionsHint, useCaptions } from './use-captions.ts'
import type { LessonPlayer } from './use-lesson-player.ts'
import type { Notes } from './use-notes.ts'
import classes from './watch-lesson.module.css'

const words = lessonTexts

const tracksOf = ({ _docId, captions }: Pick<ShownLesson, '_docId' | 'captions'>): CaptionTrack[] =>
  captions.map(({ id, kind, language, label }) => ({
    kind,
    language,
    label,
    src: `/api/lessons/${_docId}/captions/${id}`,
  }))

function Bookmark({ video, notes }: { video: LessonPlayer; notes: Notes }) {
  const [kept, setKept] = useState<number>()
  const { player } = video
  const keep = async () => {
    if (!player) return
    const second = Math.floor(player.currentTime)
    if (await notes.add({ second, text: '' })) setKept(second)
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBookmark size={18} aria-hidden />}
        disabled={!player}
        onClick={() => void keep()}
      >
        {words.bookmarkNow}
      </Button>
      <span role="status">{kept === undefined ? '' : words.bookmarked(writeClock(kept))}</span>
    </>
  )
}

/** What is said, in the language that the learner chooses. */
function FollowAlong({ tracks, video }: { tracks: readonly CaptionTrack[]; video: LessonPlayer }) {
  const files = tracks.filter(({ kind }) => kind === 'captions')
  const [src, setSrc] = useState(files[0]?.src)
  const language = files.find((file) => file.src === src)?.language
  const chapterFiles = tracks.filter(({ kind }) => kind === 'chapters')
  const chapterFile = chapterFiles.find((file) => file.language === language) ?? chapterFiles[0]
  const cues = useCaptions(src)
  const chapters = useCaptions(chapterFile?.src)
  if (files.length === 0) return null
  return (
    <section className={classes.follow} aria-labelledby="captions">
      <div className={classes.head}>
        <h2 id="captions" className={classes.title}>
          {words.captions}
        </h2>
        {files.length > 1 ? (
          <select
            aria-label={words.captionLanguage}
            className={classes.language}
            value={src}
            onChange={(event) => setSrc(event.currentTarget.value)}
          >
            {files.map(({ src: value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        ) : null}
      </div>
      <p className={classes.hint} data-no-print>
        {captionsHint(cues)}
      </p>
      {cues && cues.length > 0 ? (
        <CaptionLines cues={cues} chapters={chapters ?? []} player={video.player} onSeek={video.seek} />
      ) : null}
    </section>
  )
}

export type WatchLessonProps = {
  lesson: ShownLesson
  /** There is a transcript. */
  isReadable: boolean
  video: LessonPlayer
  /** Undefined for a visitor. */
  notes: Notes | undefined
}

/** The video with what is said in it. */
export function WatchLesson({ lesson, isReadable, video, notes }: WatchLessonProps) {
  const { data } = lesson
  const source = videoSource(data)
  const tracks = tracksOf(lesson)
  const { begin, isLinked } = video
  const resume =
    begin > 0 ? (isLinked ? words.startAt(writeClock(begin)) : words.resumeAt(writeClock(begin))) : undefined
  // A picture from elsewhere would ask its host before Play is pressed.
  const poster = data.videoThumb.find((address) => /^\/[^/\\]/.test(address))
  return (
    <div className={classes.watch}>
      <div data-no-print>
        <LessonVideo
          source={source}
          isReadable={isReadable}
          title={data.title}
          poster={poster}
          tracks={tracks}
          resume={resume}
          isStarted={video.isStarted}
          onStart={video.start}
          onPlayer={video.onPlayer}
        />
      </div>
      {notes && source && source.kind !== 'loom' ? (
        <div className={classes.tools} data-no-print>
          <Bookmark video={video} notes={notes} />
        </div>
      ) : null}
      {source && source.kind !== 'loom' ? <FollowAlong tracks={tracks} video={video} /> : null}
    </div>
  )
}
