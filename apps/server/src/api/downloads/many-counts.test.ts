import { leadsLimits } from '@freeor/leads/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '../../doctor.ts'
import type { Answer } from '../../testing/call.ts'
import {
  type CompaniesFixture,
  finished,
  openCompaniesFixture,
  orderDownload,
} from '../../testing/companies-fixture.ts'

/** One company asks for very many counts at the same time, through each operation that counts. */

let fixture: CompaniesFixture

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 200 })
})

afterAll(async () => await fixture.close())

const FLOOD = 200

const quote = (as = fixture.people.owner) =>
  fixture.call('POST', '/api/downloads/quote', { as, body: { dictId: 'firms', limit: 1 } })

const save = (index: number) =>
  fixture.call('POST', '/api/saved-searches', {
    as: fixture.people.owner,
    body: { dictId: 'firms', searchName: `Texas ${index}`, dslFilter: 'state:TX' },
  })

/**
 * Sends very many requests at the same time while the company's two running counts are slow, and checks that all but
 * those that may wait are told when to retry. Then the counts end.
 * @param meanwhile what others do at that time
 */
async function flood<T>(
  work: (index: number) => Promise<Answer<T>>,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<Answer<T>[]> {
  const slow = Promise.withResolvers<void>()
  const { companyId } = fixture.people.owner
  const underWay = Array.from({ length: leadsLimits.counts.concurrencyPerKey }, () =>
    fixture.deps.counting.run({ key: companyId }, async () => await slow.promise),
  )
  const refused: Answer<T>[] = []
  const sent = Array.from({ length: FLOOD }, async (_, index) => {
    const answer = await work(index)
    if (answer.status === 429) refused.push(answer)
    return answer
  })
  try {
    await expect.poll(() => refused.length).toBe(FLOOD - leadsLimits.counts.queuePerKey)
    await meanwhile()
  } finally {
    slow.resolve()
    await Promise.all(underWay)
  }
  for (const { headers, body } of refused) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(body).toMatchObject({ code: 'rate_limited' })
  }
  return (await Promise.all(sent)).filter(({ status }) => status !== 429)
}

const statuses = (answers: readonly Answer<unknown>[]) =>
  [...new Set(answers.map(({ status }) => status))].sort()

test('of very many quotes at the same time some are served, others told to retry; nobody else notices', async () => {
  const { stranger } = fixture.people
  const served = await flood(
    async () => await quote(),
    async () => {
      expect((await quote(stranger)).status).toBe(200)
      const search = await fixture.call('POST', '/api/search/firms', { as: stranger, body: {} })
      expect(search.status).toBe(200)
    },
  )
  expect(statuses(served)).toEqual([200])
  expect((await quote()).status, 'the limit is free again').toBe(200)
})

test('the same holds for very many searches saved at the same time', async () => {
  expect(statuses(await flood(save))).toEqual([201])
})

test('the same holds for very many simultaneous orders, and a refused order reserves nothing', async () => {
  const as = fixture.people.owner
  const served = await flood(async (offset) => await orderDownload(fixture, as, { limit: 1, offset }))
  expect(statuses(served)).toEqual([202, 402])
  const accepted = served.filter(({ status }) => status === 202)
  expect(accepted).toHaveLength(25)
  for (const { body } of accepted) expect((await finished(fixture, as, body.id)).state).toBe('ready')
  const { invariants } = await checkInvariants(fixture.deps)
  expect(invariants.filter(({ ok }) => !ok)).toEqual([])
})
