import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { NonceContext } from './nonce.ts'
import { requestContext } from './request-context.ts'
import { styleBeforeScript } from './style-before-script.ts'

const streamTimeout = 5_000

/** Renders a page as a stream; a crawler gets it in one piece. The default export of a site's `entry.server.tsx`. */
export function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  ...[entry, context]: [EntryContext, RouterContextProvider]
): Promise<Response> | Response {
  if (request.method.toUpperCase() === 'HEAD') return new Response(null, { status, headers })
  const { nonce } = context.get(requestContext)
  const whole = isbot(request.headers.get('user-agent') ?? '')
  return new Promise((resolve, reject) => {
    const send = () => {
      const body = styleBeforeScript()
      headers.set('content-type', 'text/html; charset=utf-8')
      pipe(body)
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status }))
    }
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        [whole ? 'onAllReady' : 'onShellReady']: send,
        onShellError: reject,
      },
    )
    setTimeout(abort, streamTimeout + 1000).unref()
  })
}
