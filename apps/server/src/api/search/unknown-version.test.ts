import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompaniesFixture, openCompaniesFixture } from '../../testing/companies-fixture.ts'
import { firmsDictId } from '../../testing/firms.ts'

let fixture: CompaniesFixture

beforeAll(async () => {
  fixture = await openCompaniesFixture()
})
afterAll(async () => await fixture.close())

test.each(['since', 'changed'])(
  '%s: of a version that is not there yet is refused where it stands',
  async (kind) => {
    const search = async (filter: string) =>
      await fixture.call('POST', `/api/search/${firmsDictId}`, {
        as: fixture.people.owner,
        body: { filter, limit: 0 },
      })
    const refused = await search(`-${kind}:v7`)
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({
      code: 'invalid_query',
      detail: 'There is no version 7 yet; the newest is v1',
      ...{ field: 'filter', position: 1, length: kind.length + 3 },
    })
    expect((await search(`${kind}:v1`)).body.count).toBe(0)
  },
)
