import { afterAll, beforeAll, expect } from 'vitest'
import { checkInvariants } from '../doctor.ts'
import { type House, openHouse } from './house.ts'
import { addPeople, type People } from './people.ts'

type Refusal = { code?: string; status?: string; detail?: string }

/**
 * A house with its people for the tests of a file, and a super admin at the operator's calls. At the end money, files
 * and data must agree.
 */
export function openOperatorStage() {
  let house: House
  let people: People

  beforeAll(async () => {
    house = await openHouse()
    people = await addPeople(house.deps, house.call)
  })

  afterAll(async () => {
    const report = await checkInvariants(house.deps)
    await house.close()
    expect(report.invariants.filter(({ ok }) => !ok)).toEqual([])
  })

  /** Reads under `/api/operator`; anything but 200 fails the test. */
  const get = async <Body>(path: string) => {
    const answer = await house.call<Body>('GET', `/api/operator${path}`, { as: people.superAdmin })
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }

  return {
    get house() {
      return house
    },
    get people() {
      return people
    },
    get as() {
      return people.superAdmin
    },
    get,
    post: async (path: string, body?: unknown) =>
      await house.call<Refusal>('POST', `/api/operator${path}`, {
        as: people.superAdmin,
        ...(body !== undefined && { body }),
      }),
    /** The newest entry of the audit trail of this action. */
    lastAudit: async (action: string) =>
      (await get<{ entries: Record<string, unknown>[] }>(`/audit?action=${action}&limit=1`)).entries[0],
  }
}
