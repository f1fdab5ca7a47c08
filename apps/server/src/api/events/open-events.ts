import { operation } from '../../http/operation.ts'

/** A proxy in between must neither collect, compress nor keep what is sent. */
const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

export const openEventsOperation = operation({
  id: 'openEvents',
  method: 'get',
  path: '/api/events',
  area: 'account',
  summary:
    'Server-sent events, each with ids to read again: `content` (site documents that the person edits, as site/collection/id), and where Courses is served `course`, `progress` (own lessons) and `members` (rows of the organization table); `refresh`: anything may have changed. Takes `Last-Event-ID`; ends with the session',
  access: 'user',
  produces: 'text/event-stream',
  async handle({ deps, user, request }) {
    const { userId, sessionId } = user()
    // Nobody reads the body of a HEAD: the stream would stay open.
    if (request.method === 'HEAD') return new Response(null, { headers })
    const lastEventId = request.headers.get('last-event-id') ?? undefined
    return new Response(deps.live.hub.open({ userId, sessionId }, lastEventId), { headers })
  },
})
