import type { AnyOperation } from '../http/operation.ts'
import { issueToken } from './account/issue-token.ts'
import { readMe } from './account/read-me.ts'
import { findPlacesByName } from './geography/find-places.ts'
import { listCounties } from './geography/list-counties.ts'
import { listStates } from './geography/list-states.ts'
import { readHealth } from './health/read-health.ts'
import { listMail } from './mail-outbox/list-mail.ts'
import { readMail } from './mail-outbox/read-mail.ts'

/** Every endpoint, in the order of the documentation. */
export const operations: readonly AnyOperation[] = [
  readHealth,
  readMe,
  issueToken,
  listStates,
  listCounties,
  findPlacesByName,
  listMail,
  readMail,
]
