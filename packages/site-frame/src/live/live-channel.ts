/** What the server says changed: ids only, to be read again. */
export type LiveEvent = { event: (typeof eventNames)[number]; ids: readonly string[] }

type Listener = (event: LiveEvent) => void

const channelName = 'freeor-events'
const eventNames = ['refresh', 'members', 'progress', 'course', 'content'] as const

/** Where a browser has no locks (a page that is not secure): everything is read again this often. */
const pollMs = 20_000
const retryMs = { first: 2_000, longest: 30_000 }

const idsIn = (data: unknown): string[] => {
  try {
    const { ids } = JSON.parse(String(data)) as { ids?: unknown }
    return Array.isArray(ids) ? ids.map(String) : []
  } catch {
    return []
  }
}

/** The stream, opened again by itself; the browser's own attempts end at an answer that is no stream. */
function openStream(tell: Listener): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = retryMs.first
  const open = () => {
    source = new EventSource('/api/events')
    for (const event of eventNames)
      source.addEventListener(event, ({ data }) => {
        wait = retryMs.first
        tell({ event, ids: idsIn(data) })
      })
    source.onerror = () => {
      if (source?.readyState !== EventSource.CLOSED) return
      timer = setTimeout(open, wait)
      wait = Math.min(retryMs.longest, wait * 2)
    }
  }
  open()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}

/**
 * The live events of this browser: one stream for all its tabs, since six would block a site on HTTP/1.1. The tab that
 * holds the lock has the stream and tells the others; when it is closed, the next one opens a stream.
 * @returns what ends it
 */
function openChannel(listener: Listener): () => void {
  if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined') {
    const timer = setInterval(() => listener({ event: 'refresh', ids: [] }), pollMs)
    return () => clearInterval(timer)
  }
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => listener(data as LiveEvent)
  const left = new AbortController()
  const lead = () =>
    new Promise<void>((resolve) => {
      const close = openStream((event) => {
        channel.postMessage(event)
        listener(event)
      })
      left.signal.addEventListener('abort', () => {
        close()
        resolve()
      })
    })
  navigator.locks.request(channelName, { signal: left.signal }, lead).catch(() => undefined)
  return () => {
    left.abort()
    channel.close()
  }
}

const listeners = new Set<Listener>()
let close: (() => void) | undefined

/**
 * Listens to the live events, over the one channel of this tab. A listener reads once after it began to listen: what
 * happened between the page and the first event is told to nobody.
 */
export function listenLive(listener: Listener): () => void {
  listeners.add(listener)
  close ??= openChannel((event) => {
    for (const each of listeners) each(event)
  })
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    close?.()
    close = undefined
  }
}
