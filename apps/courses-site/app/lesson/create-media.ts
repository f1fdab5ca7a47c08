import type { VideoSource } from '@freeor/courses/catalog/video-source'
import type { MediaElement } from './player.ts'

export type CaptionTrack = {
  readonly kind: 'captions' | 'chapters'
  readonly language: string
  readonly label: string
  readonly src: string
}

export type MediaWish = {
  readonly source: Exclude<VideoSource, { kind: 'loom' }>
  readonly title: string
  readonly tracks: readonly CaptionTrack[]
}

/** The element that plays a video. Nothing is asked for before it stands in the page. */
export async function createMedia({ source, title, tracks }: MediaWish): Promise<MediaElement> {
  if (source.kind === 'html5') return createVideo(source.src, tracks)
  const element =
    source.kind === 'youtube' ? await createYoutube(source.id, title) : await createVimeo(source, title)
  return element as unknown as MediaElement
}

function createVideo(src: string, tracks: readonly CaptionTrack[]): MediaElement {
  const video = document.createElement('video')
  video.src = src
  video.playsInline = true
  video.preload = 'metadata'
  for (const { kind, language, label, src: file } of tracks) {
    const track = document.createElement('track')
    Object.assign(track, { kind, srclang: language, label, src: file, default: kind === 'chapters' })
    if (kind === 'captions') track.addEventListener('load', () => liftCues(track.track))
    video.append(track)
  }
  return video
}

/** Captions stand above the controls, which come and go: their first line is the fourth from below. */
function liftCues({ cues }: TextTrack): void {
  for (const cue of cues ?? []) if (cue instanceof VTTCue) cue.line = -4
}

async function createYoutube(id: string, title: string): Promise<HTMLElement> {
  const { YoutubeFrame } = await import('./youtube-frame.ts')
  if (!customElements.get('youtube-frame')) customElements.define('youtube-frame', YoutubeFrame)
  const element = document.createElement('youtube-frame')
  element.setAttribute('video-id', id)
  element.setAttribute('label', title)
  return element
}

async function createVimeo(
  { id, hash }: Extract<VideoSource, { kind: 'vimeo' }>,
  title: string,
): Promise<HTMLElement> {
  await import('vimeo-video-element')
  const element = document.createElement('vimeo-video')
  // `dnt`: Vimeo is told to keep no statistics of this visitor.
  Object.assign(element, {
    config: { dnt: true, referrerpolicy: 'strict-origin-when-cross-origin', ...(hash && { h: hash }) },
  })
  element.setAttribute('src', `https://vimeo.com/${id}`)
  element.setAttribute('title', title)
  return element
}
