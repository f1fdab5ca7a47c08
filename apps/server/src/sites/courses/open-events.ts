import { type CollectedNotices, collectNotices, eventsChannel } from '@freeor/courses/events/collect-notices'
import { EventHub } from '@freeor/courses/events/event-hub'
import { eventQueries } from '@freeor/courses/events/queries'
import { coursesLimits, noticeDelayMs } from '@freeor/courses/limits'
import { configuredIn } from '@freeor/courses/organizations/configured'
import { openLimiter } from '@freeor/kernel/limiter'
import { openNotifications } from '@freeor/postgres/notifications'
import type { SiteMeans } from '../site-module.ts'

export type CourseEvents = {
  readonly hub: EventHub
  readonly notices: CollectedNotices
  /** Ends the streams, sends what waits and closes the listening connection. */
  close(): Promise<void>
}

/** The live events of this process. */
export function openEvents({ engines, deps }: SiteMeans): CourseEvents {
  const { db, clock, log } = deps
  const organizations = configuredIn(deps.organizations)
  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message)
  const notifications = openNotifications({
    url: engines.databaseUrl,
    db,
    channel: eventsChannel,
    onBroken: warn('The listening connection of the live events broke'),
  })
  const hub = new EventHub({
    queries: eventQueries(db, clock, organizations),
    notifications,
    limiter: openLimiter(coursesLimits.streams),
    onFailed: warn('Live events could not be sent'),
  })
  const notices = collectNotices({
    send: (payload) => notifications.notify(payload),
    delayMs: noticeDelayMs,
    onFailed: warn('A notice of changed progress could not be sent'),
  })
  return {
    hub,
    notices,
    async close() {
      hub.close()
      await notices.flush()
      await notifications.close()
    },
  }
}
