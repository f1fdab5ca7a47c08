import { afterAll, beforeAll, expect } from 'vitest'
import { checkInvariants } from '../doctor.ts'
import { addPeople, type People } from './people.ts'
import { openTestSystem, type TestSystem } from './test-system.ts'

/**
 * A system with its people for the tests of a file, and a super admin who makes the calls. At the end money, files
 * and data must agree.
 */
export function openAdminFixture() {
  let system: TestSystem
  let people: People

  beforeAll(async () => {
    system = await openTestSystem()
    people = await addPeople(system.deps, system.call)
  })

  afterAll(async () => {
    const report = await checkInvariants(system.deps)
    await system.close()
    expect(report.invariants.filter(({ ok }) => !ok)).toEqual([])
  })

  /** Reads under `/api/admin`; anything but 200 fails the test. */
  const get = async <Path extends string>(path: Path) => {
    const answer = await system.call('GET', `/api/admin${path}`, { as: people.superAdmin })
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }

  return {
    get system() {
      return system
    },
    get people() {
      return people
    },
    get as() {
      return people.superAdmin
    },
    get,
    post: async <Path extends string>(path: Path, body?: unknown) =>
      await system.call('POST', `/api/admin${path}`, {
        as: people.superAdmin,
        ...(body !== undefined && { body }),
      }),
    /** The newest entry of the audit trail of this action. */
    lastAudit: async (action: string) => (await get(`/audit?action=${action}&limit=1`)).entries[0],
  }
}
