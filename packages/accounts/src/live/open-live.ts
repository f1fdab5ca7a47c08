import type { Clock } from '@freeor/kernel/clock'
import { openLimiter } from '@freeor/kernel/limiter'
import type { Database } from '@freeor/postgres/database'
import { openNotifications } from '@freeor/postgres/notifications'
import { liveLimits } from '../limits.ts'
import { collectNotices, eventsChannel } from './collect-notices.ts'
import { EventHub } from './event-hub.ts'
import { noticeDelayMs } from './limits.ts'
import type { LiveTopic, Notices } from './ports.ts'

export type LiveOptions = {
  readonly url: string
  readonly db: Database
  readonly clock: Clock
  readonly topics: readonly LiveTopic[]
  warn(message: string): (error: unknown) => void
}

/** The live events of this process. */
export type Live = {
  readonly hub: Pick<EventHub, 'open' | 'size'>
  readonly notices: Notices
  /** Ends every stream: the browsers connect again, to another process. */
  drain(): void
  /** Ends the streams, sends what waits and closes the listening connection. */
  close(): Promise<void>
}

export function openLive({ url, db, clock, topics, warn }: LiveOptions): Live {
  const notifications = openNotifications({
    ...{ url, db, channel: eventsChannel },
    onBroken: warn('The listening connection of the live events broke'),
  })
  const hub = new EventHub({
    ...{ db, clock, topics, notifications },
    limiter: openLimiter(liveLimits.streams),
    onFailed: warn('Live events could not be sent'),
  })
  const notices = collectNotices({
    send: (payload) => notifications.notify(payload),
    delayMs: noticeDelayMs,
    onFailed: warn('A notice of a change could not be sent'),
  })
  return {
    hub,
    notices,
    drain: () => hub.close(),
    async close() {
      hub.close()
      await notices.flush()
      await notifications.close()
    },
  }
}
