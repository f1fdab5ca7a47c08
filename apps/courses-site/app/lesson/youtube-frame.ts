/** Where YouTube's frames are, which keep no cookie before the video plays. */
const origin = 'https://www.youtube-nocookie.com'

/** What the frame tells of the player, as far as it changed. */
type Info = Partial<{
  currentTime: number
  duration: number
  playerState: number
  playbackRate: number
  volume: number
  muted: boolean
}>

type Message = { readonly event: string; readonly info?: Info | number }

function readMessage(data: unknown): Message | undefined {
  if (typeof data !== 'string') return undefined
  try {
    const read: unknown = JSON.parse(data)
    return typeof read === 'object' && read !== null && 'event' in read ? (read as Message) : undefined
  } catch {
    return undefined
  }
}

const states = { ended: 0, playing: 1, paused: 2, buffering: 3 } as const

/**
 * A video of YouTube behind the interface of HTMLMediaElement. The frame is driven by messages alone, so no script of
 * YouTube runs on this page: https://developers.google.com/youtube/player_parameters (`enablejsapi`).
 */
export class YoutubeFrame extends HTMLElement {
  #frame: HTMLIFrameElement | undefined
  #asking: ReturnType<typeof setInterval> | undefined
  #isReady = false
  #waiting: (readonly [string, readonly unknown[]])[] = []
  #told: Required<Info> = {
    ...{ currentTime: 0, duration: Number.NaN, playerState: -1 },
    ...{ playbackRate: 1, volume: 100, muted: false },
  }

  connectedCallback(): void {
    const frame = document.createElement('iframe')
    const query = new URLSearchParams({ enablejsapi: '1', controls: '0', rel: '0', playsinline: '1' })
    query.set('origin', location.origin)
    frame.src = `${origin}/embed/${this.getAttribute('video-id') ?? ''}?${query}`
    frame.title = this.getAttribute('label') ?? 'YouTube'
    // YouTube refuses a frame without a referrer (its error 153), whatever the page's own policy is.
    frame.referrerPolicy = 'strict-origin-when-cross-origin'
    frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
    frame.style.cssText = 'width:100%;height:100%;border:0;pointer-events:none'
    // The frame answers nobody who has not said that they listen.
    frame.addEventListener('load', () => this.#listen())
    window.addEventListener('message', this.#receive)
    this.#frame = frame
    this.append(frame)
  }

  disconnectedCallback(): void {
    clearInterval(this.#asking)
    window.removeEventListener('message', this.#receive)
    this.#frame?.remove()
    this.#frame = undefined
    this.#isReady = false
  }

  #listen(): void {
    clearInterval(this.#asking)
    const ask = () => this.#post({ event: 'listening' })
    ask()
    this.#asking = setInterval(ask, 250)
  }

  #post(message: object): void {
    this.#frame?.contentWindow?.postMessage(JSON.stringify({ ...message, id: 1, channel: 'widget' }), origin)
  }

  #command(func: string, ...args: readonly unknown[]): void {
    if (this.#isReady) this.#post({ event: 'command', func, args })
    else this.#waiting.push([func, args])
  }

  #receive = ({ source, origin: from, data }: MessageEvent): void => {
    if (from !== origin || source !== this.#frame?.contentWindow) return
    const message = readMessage(data)
    if (!message) return
    clearInterval(this.#asking)
    if (message.event === 'onReady' || message.event === 'initialDelivery') this.#ready()
    if (message.event === 'onError') this.#emit('error')
    if (message.event === 'onStateChange' && typeof message.info === 'number')
      this.#take({ playerState: message.info })
    else if (typeof message.info === 'object' && message.info !== null) this.#take(message.info)
  }

  #ready(): void {
    if (this.#isReady) return
    this.#isReady = true
    for (const [func, args] of this.#waiting.splice(0)) this.#command(func, ...args)
    this.#emit('loadedmetadata')
  }

  #take(info: Info): void {
    const before = { ...this.#told }
    for (const name of ['currentTime', 'duration', 'playerState', 'playbackRate', 'volume'] as const)
      if (typeof info[name] === 'number') this.#told[name] = info[name]
    if (typeof info.muted === 'boolean') this.#told.muted = info.muted
    const now = this.#told
    if (!Object.is(now.duration, before.duration)) this.#emit('durationchange')
    if (now.playbackRate !== before.playbackRate) this.#emit('ratechange')
    if (now.volume !== before.volume || now.muted !== before.muted) this.#emit('volumechange')
    if (now.playerState !== before.playerState) this.#emitState(now.playerState)
    if (now.currentTime !== before.currentTime) this.#emit('timeupdate')
  }

  #emitState(state: number): void {
    if (state === states.playing) this.#emit('play', 'playing')
    if (state === states.paused) this.#emit('pause')
    if (state === states.buffering) this.#emit('waiting')
    if (state === states.ended) this.#emit('pause', 'ended')
  }

  #emit(...events: string[]): void {
    for (const event of events) this.dispatchEvent(new Event(event))
  }

  async play(): Promise<void> {
    this.#command('playVideo')
  }

  pause(): void {
    this.#command('pauseVideo')
  }

  get paused(): boolean {
    return this.#told.playerState !== states.playing && this.#told.playerState !== states.buffering
  }

  get ended(): boolean {
    return this.#told.playerState === states.ended
  }

  get currentTime(): number {
    return this.#told.currentTime
  }

  set currentTime(seconds: number) {
    this.#emit('seeking')
    this.#told.currentTime = seconds
    this.#command('seekTo', seconds, true)
    this.#emit('seeked', 'timeupdate')
  }

  get duration(): number {
    return this.#told.duration
  }

  get readyState(): number {
    return this.#isReady ? 4 : 0
  }

  get playbackRate(): number {
    return this.#told.playbackRate
  }

  set playbackRate(rate: number) {
    this.#command('setPlaybackRate', rate)
  }

  get volume(): number {
    return this.#told.volume / 100
  }

  set volume(volume: number) {
    this.#command('setVolume', Math.round(volume * 100))
  }

  get muted(): boolean {
    return this.#told.muted
  }

  set muted(isMuted: boolean) {
    this.#command(isMuted ? 'mute' : 'unMute')
  }
}
