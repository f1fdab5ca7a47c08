import type { Page, Request } from 'playwright-core'

/**
 * What a video host's frame does, as far as the page can tell: it answers messages and reports its time. In place of
 * the player it counts the seconds itself.
 */
const clockScript = `
  let at = 0, rate = 1, playing = false, last = performance.now()
  const tick = () => {
    const now = performance.now()
    if (playing) at = Math.min(100, at + ((now - last) / 1000) * rate)
    last = now
  }
`

const youtube = `<!doctype html><script>${clockScript}
  const tell = (event, info) => parent.postMessage(JSON.stringify({ event, info, id: 1 }), '*')
  const info = () => ({ currentTime: at, duration: 100, playerState: playing ? 1 : 2, playbackRate: rate, volume: 100, muted: false })
  let isHeard = false
  addEventListener('message', ({ data }) => {
    const { event, func, args = [] } = JSON.parse(data)
    tick()
    if (event === 'listening' && !isHeard) { isHeard = true; tell('onReady', {}); tell('initialDelivery', { ...info(), playerState: -1 }) }
    if (func === 'playVideo') playing = true
    if (func === 'pauseVideo') playing = false
    if (func === 'seekTo') at = args[0]
    if (func === 'setPlaybackRate') rate = args[0]
    if (func) tell('infoDelivery', info())
  })
  setInterval(() => { tick(); if (isHeard && playing) tell('infoDelivery', info()) }, 200)
</script><p>YouTube's stand-in`

const vimeo = `<!doctype html><script>${clockScript}
  const heard = new Set()
  const tell = (message) => parent.postMessage(JSON.stringify(message), '*')
  const event = (name, data = {}) => { if (heard.has(name)) tell({ event: name, data: { seconds: at, duration: 100, percent: at / 100, ...data } }) }
  const values = { getDuration: () => 100, getCurrentTime: () => at, getVolume: () => 1, getMuted: () => false, getTextTracks: () => [], getPlaybackRate: () => rate, getPaused: () => !playing }
  addEventListener('message', ({ data }) => {
    const { method, value: given } = typeof data === 'string' ? JSON.parse(data) : data
    const value = Array.isArray(given) ? given[0] : given
    tick()
    if (method === 'ping') return tell({ event: 'ready' })
    if (method === 'addEventListener') { heard.add(value); if (value === 'loaded') setTimeout(() => event('loaded', { id: 76979871 }), 50); return }
    if (method === 'play') { playing = true; event('play'); event('playing') }
    if (method === 'pause') { playing = false; event('pause') }
    if (method === 'setCurrentTime') { at = Number(value?.seconds ?? value); event('seeked') }
    if (method === 'setPlaybackRate') { rate = value; event('ratechange', { playbackRate: value }) }
    tell({ method, value: values[method] ? values[method]() : value })
  })
  setInterval(() => { tick(); if (playing) event('timeupdate') }, 200)
  tell({ event: 'ready' })
</script><p>Vimeo's stand-in`

const loom = '<!doctype html><p>Loom’s stand-in'

/**
 * Serves stand-ins for the frames of the three video hosts, and nothing else from elsewhere.
 * @returns the requests for other hosts than the site's own, as they come
 */
export async function standInForFrames(page: Page, ownUrl: string): Promise<Request[]> {
  const foreign: Request[] = []
  const own = new URL(ownUrl).origin
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== own) foreign.push(request)
  })
  const frames = [
    ['https://www.youtube-nocookie.com/**', youtube],
    ['https://player.vimeo.com/**', vimeo],
    ['https://www.loom.com/**', loom],
  ] as const
  await page.route(
    (url) => url.origin !== own,
    async (route) => await route.abort(),
  )
  for (const [address, body] of frames)
    await page.route(address, async (route) => {
      await route.fulfill({ body, contentType: 'text/html; charset=utf-8' })
    })
  return foreign
}
