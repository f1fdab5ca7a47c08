import type { UserActor } from '@freeor/kernel/actor'
import type { Auth } from '../auth.ts'
import { listOwnSessions } from '../credentials/queries.ts'
import { deviceName } from './device-name.ts'

/** The person's live sessions, each with the device it was started on. */
export async function listDevices(auth: Auth, actor: UserActor) {
  const sessions = await listOwnSessions(auth, actor)
  return sessions.map(({ userAgent, ...session }) => ({ ...session, device: deviceName(userAgent) }))
}
