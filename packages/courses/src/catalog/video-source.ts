import type { LessonAnswer } from './schema.ts'

/** A lesson's video, as it is played. */
export type VideoSource =
  | { readonly kind: 'html5'; readonly src: string }
  | { readonly kind: 'youtube'; readonly id: string }
  /** `hash` is the key of an unlisted video. */
  | { readonly kind: 'vimeo'; readonly id: string; readonly hash: string | null }
  | { readonly kind: 'loom'; readonly id: string }

type Video = Pick<LessonAnswer['data'], 'videoType' | 'videoUrl'>

function parsed(address: string): URL | undefined {
  try {
    const url = new URL(address)
    return url.protocol === 'https:' ? url : undefined
  } catch {
    return undefined
  }
}

const isHost = ({ hostname }: URL, host: string) => hostname === host || hostname.endsWith(`.${host}`)

/** `youtu.be/ID`, `/watch?v=ID`, `/embed/ID`, `/shorts/ID`, `/live/ID`. */
function youtubeId(url: URL): string | undefined {
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean)
  const isTube = isHost(url, 'youtube.com') || isHost(url, 'youtube-nocookie.com')
  const named = ['embed', 'shorts', 'live', 'v'].includes(first) ? second : url.searchParams.get('v')
  const id = isHost(url, 'youtu.be') ? first : isTube ? named : undefined
  return id && /^[\w-]{6,20}$/.test(id) ? id : undefined
}

function vimeoSource(url: URL): VideoSource | undefined {
  if (!isHost(url, 'vimeo.com')) return undefined
  const parts = url.pathname.split('/').filter(Boolean)
  const at = parts.findIndex((part) => /^\d{3,15}$/.test(part))
  const id = parts[at]
  if (id === undefined) return undefined
  const hash = url.searchParams.get('h') ?? parts[at + 1] ?? null
  return { kind: 'vimeo', id, hash: hash !== null && /^[\da-f]{4,40}$/i.test(hash) ? hash : null }
}

function loomSource(url: URL): VideoSource | undefined {
  const [kind = '', id = ''] = url.pathname.split('/').filter(Boolean)
  const isVideo =
    isHost(url, 'loom.com') && ['share', 'embed'].includes(kind) && /^[\da-z-]{10,60}$/i.test(id)
  return isVideo ? { kind: 'loom', id } : undefined
}

/** Where a lesson's video is; undefined while it has no address, or one that its type does not have. */
export function videoSource({ videoType, videoUrl }: Video): VideoSource | undefined {
  const address = videoUrl.trim()
  if (videoType === 'html5' && /^\/[^/\\]/.test(address)) return { kind: 'html5', src: address }
  const url = parsed(address)
  if (!url) return undefined
  if (videoType === 'html5') return { kind: 'html5', src: url.href }
  if (videoType === 'vimeo') return vimeoSource(url)
  if (videoType === 'loom') return loomSource(url)
  const id = youtubeId(url)
  return id === undefined ? undefined : { kind: 'youtube', id }
}

/** Who serves a video; undefined for this site itself. */
export function servedBy(source: VideoSource): string | undefined {
  if (source.kind === 'youtube') return 'YouTube'
  if (source.kind === 'vimeo') return 'Vimeo'
  if (source.kind === 'loom') return 'Loom'
  return parsed(source.src)?.hostname
}
