import type { Download } from '@freeor/leads/downloads/schema'
import { expect, vi } from 'vitest'
import { firmsDictId, importFirms } from './firms.ts'
import { addPeople, addPerson, type People, type Person } from './people.ts'
import { openTestSystem, type TestSystem, type TestSystemOptions } from './test-system.ts'

/** A system with two companies and firms to search. */
export type CompaniesFixture = TestSystem & { readonly people: People }

export async function openCompaniesFixture(
  options: TestSystemOptions & { firms?: number } = {},
): Promise<CompaniesFixture> {
  const system = await openTestSystem(options)
  await importFirms(system.deps, options.firms)
  return { ...system, people: await addPeople(system.deps, system.call) }
}

let keys = 0

export type Order = { limit?: number; offset?: number; filter?: string; key?: string }

/** Asks for a file of firms. */
export async function orderDownload(system: TestSystem, as: Person, order: Order = {}) {
  const { key = `order-${++keys}`, ...search } = order
  return await system.call('POST', '/api/downloads', {
    as,
    headers: { 'idempotency-key': key },
    body: { dictId: firmsDictId, limit: 1, ...search },
  })
}

/** The download once its file is ready or given up. */
export async function finished(system: TestSystem, as: Person, id: string): Promise<Download> {
  return await vi.waitFor(
    async () => {
      const { body } = await system.call('GET', `/api/downloads/${id}`, { as })
      expect(body.state).toMatch(/ready|failed/)
      return body
    },
    { timeout: 60_000, interval: 50 },
  )
}

/** A file of firms that is ready. */
export async function download(system: TestSystem, as: Person, order: Order = {}): Promise<Download> {
  const accepted = await orderDownload(system, as, order)
  expect(accepted.status, accepted.text).toBe(202)
  return await finished(system, as, accepted.body.id)
}

/** Another company with its owner. */
export const addCompany = async (system: TestSystem, name: string): Promise<Person> =>
  await addPerson(system.deps, system.call, { name })
