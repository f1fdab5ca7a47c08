import { coursesOperation } from '../../sites/courses/courses-deps.ts'

/** A proxy in between must neither collect, compress nor keep what is sent. */
const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

export const openEventsOperation = coursesOperation({
  id: 'openEvents',
  method: 'get',
  path: '/api/events',
  area: 'organizations',
  summary:
    'Server-sent events: `members` (rows of the organization table), `progress` (own lessons), each with ids to read again, and `refresh`. Takes `Last-Event-ID`; ends with the session',
  access: 'user',
  produces: 'text/event-stream',
  async handle({ deps, user, request }) {
    const { userId, sessionId } = user()
    // Nobody reads the body of a HEAD: the stream would stay open.
    if (request.method === 'HEAD') return new Response(null, { headers })
    const lastEventId = request.headers.get('last-event-id') ?? undefined
    return new Response(deps.hub.open({ userId, sessionId }, lastEventId), { headers })
  },
})
