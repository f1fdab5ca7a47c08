import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Player } from './player.ts'
import { readMoment, startSecond } from './start-second.ts'

type Watched = { readonly position: number | null; readonly duration: number | null }

export type LessonPlayer = {
  /** Undefined until it is loaded, which begins when the learner presses Play. */
  readonly player: Player | undefined
  readonly isStarted: boolean
  /** Where it begins, in seconds. */
  readonly begin: number
  /** The address names where it begins. */
  readonly isLinked: boolean
  start(): void
  seek(seconds: number): void
  onPlayer(player: Player | undefined): void
}

/** The video of a lesson's page: begun by Play, by a line of the captions or by a note. */
export function useLessonPlayer({ position, duration }: Watched): LessonPlayer {
  const { search, key } = useLocation()
  const moment = readMoment(new URLSearchParams(search), duration)
  const begin = startSecond({ moment, position, duration })
  const [player, setPlayer] = useState<Player>()
  const [isStarted, setStarted] = useState(false)
  const wanted = useRef(begin)
  const running = useRef<Player>(undefined)
  const onPlayer = useCallback((opened: Player | undefined) => {
    running.current = opened
    setPlayer(opened)
    if (!opened) return
    if (wanted.current > 0) opened.seek(wanted.current)
    opened.play()
  }, [])
  // A link to another moment of the same lesson.
  const linked = useRef(key)
  useEffect(() => {
    if (linked.current === key) return
    linked.current = key
    if (moment === undefined) return
    wanted.current = moment
    running.current?.seek(moment)
    running.current?.play()
  }, [key, moment])
  const seek = (seconds: number) => {
    wanted.current = seconds
    setStarted(true)
    running.current?.seek(seconds)
    running.current?.play()
  }
  const start = () => {
    wanted.current = begin
    setStarted(true)
  }
  return { player, isStarted, begin, isLinked: moment !== undefined, start, seek, onPlayer }
}
