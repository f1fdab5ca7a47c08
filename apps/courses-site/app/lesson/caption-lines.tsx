import type { Cue } from '@freeor/courses/captions/read-captions'
import { writeClock } from '@freeor/courses/captions/timestamp'
import { Button } from '@mantine/core'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { lessonTexts } from '../texts/lesson.ts'
import classes from './caption-lines.module.css'
import type { Player } from './player.ts'
import { useCurrentTime } from './use-current-time.ts'

type LineProps = { cue: Cue; at: number; isCurrent: boolean; onSeek: (seconds: number) => void }

const Line = memo(({ cue, at, isCurrent, onSeek }: LineProps) => (
  <li>
    <button
      type="button"
      className={classes.line}
      data-line={at}
      data-current={isCurrent || undefined}
      onClick={() => onSeek(cue.start)}
    >
      <span className={classes.time}>{writeClock(cue.start)}</span>
      <span>
        {cue.lines.map(({ speaker, text }) => (
          <span key={`${speaker} ${text}`} className={classes.said}>
            {speaker === null ? null : <b>{speaker}: </b>}
            {text}
          </span>
        ))}
      </span>
    </button>
  </li>
))

/** The line that is being said: the last one that has begun. */
function currentLine(cues: readonly Cue[], seconds: number): number {
  let at = -1
  for (const [index, { start }] of cues.entries()) if (start <= seconds) at = index
  return at
}

/** A key for each line: several may begin at the same time. */
function keysOf(cues: readonly Cue[]): string[] {
  const seen = new Map<number, number>()
  return cues.map(({ start }) => {
    const before = seen.get(start) ?? 0
    seen.set(start, before + 1)
    return `${start} ${before}`
  })
}

/** Which chapter begins with this line, if one does. */
const chapterAt = (chapters: readonly Cue[], cues: readonly Cue[], at: number): Cue | undefined => {
  const before = cues[at - 1]?.start ?? -1
  return chapters.findLast(({ start }) => start <= (cues[at]?.start ?? 0) && start > before)
}

/** What a reader presses who reads on by themselves. */
const scrollKeys = new Set(['PageUp', 'PageDown', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'Tab'])

export type CaptionLinesProps = {
  cues: readonly Cue[]
  chapters: readonly Cue[]
  player: Player | undefined
  onSeek: (seconds: number) => void
}

/**
 * What is said in the video, line by line. It follows the video until the reader scrolls away; the current line is
 * shown and announced to nobody, as whoever listens hears it already.
 */
export function CaptionLines({ cues, chapters, player, onSeek }: CaptionLinesProps) {
  const seconds = useCurrentTime(player)
  const keys = useMemo(() => keysOf(cues), [cues])
  const current = player ? currentLine(cues, seconds) : -1
  const box = useRef<HTMLDivElement>(null)
  const [isFollowing, setFollowing] = useState(true)
  useEffect(() => {
    const line = box.current?.querySelector<HTMLElement>(`[data-line="${current}"]`)
    if (!(isFollowing && line && box.current)) return
    // Within the box only: the page itself never moves by itself.
    const top = line.offsetTop - box.current.clientHeight / 3
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
    box.current.scrollTo({ top, behavior })
  }, [current, isFollowing])
  const hasPlayer = player !== undefined
  useEffect(() => {
    const scrolled = box.current
    if (!(scrolled && hasPlayer)) return
    const onKey = ({ key }: KeyboardEvent) => {
      if (scrollKeys.has(key)) setFollowing(false)
    }
    const leave = () => setFollowing(false)
    scrolled.addEventListener('wheel', leave, { passive: true })
    scrolled.addEventListener('touchmove', leave, { passive: true })
    scrolled.addEventListener('keydown', onKey)
    return () => {
      scrolled.removeEventListener('wheel', leave)
      scrolled.removeEventListener('touchmove', leave)
      scrolled.removeEventListener('keydown', onKey)
    }
  }, [hasPlayer])
  return (
    <div className={classes.whole}>
      <div ref={box} className={classes.box}>
        <ol className={classes.lines}>
          {cues.map((cue, at) => {
            const chapter = chapterAt(chapters, cues, at)
            return [
              chapter ? (
                <li key={`chapter ${chapter.start}`}>
                  <h3 className={classes.chapter}>{chapter.lines.map(({ text }) => text).join(' ')}</h3>
                </li>
              ) : null,
              <Line key={keys[at]} cue={cue} at={at} isCurrent={at === current} onSeek={onSeek} />,
            ]
          })}
        </ol>
      </div>
      {isFollowing ? null : (
        <Button size="sm" className={classes.follow} onClick={() => setFollowing(true)}>
          {lessonTexts.follow}
        </Button>
      )}
    </div>
  )
}
