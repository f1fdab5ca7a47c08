import type { Cue } from '@freeor/courses/captions/read-captions'
import { useEffect, useState } from 'react'
import { lessonTexts } from '../texts/lesson.ts'

/** The cues of a captions file; undefined until it is read, and none when it cannot be had. */
export function useCaptions(src: string | undefined): readonly Cue[] | undefined {
  const [read, setRead] = useState<{ src: string; cues: readonly Cue[] }>()
  useEffect(() => {
    if (src === undefined) return
    const stop = new AbortController()
    fetch(src, { signal: stop.signal })
      .then(async (response) => {
        if (!response.ok) return []
        // Read only where there are captions: every visitor of a free preview loads this module.
        const { readCaptions } = await import('@freeor/courses/captions/read-captions')
        return readCaptions(await response.text()).cues
      })
      .then((cues) => setRead({ src, cues }))
      .catch(() => {
        if (!stop.signal.aborted) setRead({ src, cues: [] })
      })
    return () => stop.abort()
  }, [src])
  if (src === undefined) return []
  return read?.src === src ? read.cues : undefined
}

/** What a learner can do with them, or why there are none. */
export function captionsHint(cues: readonly Cue[] | undefined): string {
  if (cues === undefined) return lessonTexts.captionsLoading
  return cues.length === 0 ? lessonTexts.captionsMissing : lessonTexts.captionsHint
}
