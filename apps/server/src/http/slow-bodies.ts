import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http'
import { uploadsPath } from '../api/imports/uploads-path.ts'
import { lessonUploadsPath } from '../api/lesson-files/uploads-path.ts'

const uploadPaths = [uploadsPath, lessonUploadsPath]

/**
 * An idle connection is kept longer than the proxies of `deploy/` keep theirs (60 s). The other way round a proxy sends
 * a request on a connection that the server is closing, and its visitor gets a 502: a POST is not sent again.
 */
export const IDLE_MS = 75_000

/**
 * Headers must be there within 15 s. Node's own limit of a whole request, 300 s, is off: it is too long for a body that
 * drips and too short for a lead file of some gigabytes.
 */
export const serverOptions: ServerOptions = {
  keepAliveTimeout: IDLE_MS,
  headersTimeout: 15_000,
  requestTimeout: 0,
  connectionsCheckingInterval: 5_000,
}

export type BodyLimits = {
  /** For the whole body of a call or a form; none is larger than 2 MB. */
  readonly wholeMs: number
  /** For the next piece of a lead file, however large it is as a whole. */
  readonly pieceMs: number
}

export const bodyLimits: BodyLimits = { wholeMs: 30_000, pieceMs: 30_000 }

const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** Ends a request whose body does not come in time: many of them would hold memory and sockets for nothing. */
export function closeWhenSlow(
  request: IncomingMessage,
  response: ServerResponse,
  { wholeMs, pieceMs }: BodyLimits,
): void {
  if (!('content-length' in request.headers) && !('transfer-encoding' in request.headers)) return
  const isUpload = uploadPaths.some((path) => request.url?.startsWith(path))
  const { socket } = request
  let read = socket.bytesRead
  const timer = setInterval(
    () => {
      if (request.complete) return clearInterval(timer)
      if (isUpload && socket.bytesRead > read) {
        read = socket.bytesRead
        return
      }
      if (!response.headersSent) socket.write(TOO_SLOW)
      socket.destroySoon()
    },
    isUpload ? pieceMs : wholeMs,
  )
  timer.unref()
  // A kept connection has many requests: each takes its listener away with it.
  const stop = () => {
    clearInterval(timer)
    socket.off('close', stop)
  }
  request.once('end', stop)
  // An answer may be sent before the body has arrived: a body that nobody reads must end as well.
  request.once('close', () => request.complete && stop())
  socket.once('close', stop)
}
