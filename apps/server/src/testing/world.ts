import type { Download } from '@freeor/leads/schema'
import { expect, vi } from 'vitest'
import { firmsDictId, importFirms } from './firms.ts'
import { type House, type HouseOptions, openHouse } from './house.ts'
import { addPeople, addPerson, type People, type Person } from './people.ts'

/** A house with two companies and firms to search. */
export type World = House & { readonly people: People }

export async function openWorld(options: HouseOptions & { firms?: number } = {}): Promise<World> {
  const house = await openHouse(options)
  await importFirms(house.deps, options.firms)
  return { ...house, people: await addPeople(house.deps, house.call) }
}

let keys = 0

export type Order = { limit?: number; offset?: number; filter?: string; key?: string }

/** Asks for a file of firms. */
export async function orderDownload(house: House, as: Person, order: Order = {}) {
  const { key = `order-${++keys}`, ...search } = order
  return await house.call<Download>('POST', '/api/downloads', {
    as,
    headers: { 'idempotency-key': key },
    body: { dictId: firmsDictId, limit: 1, ...search },
  })
}

/** The download once its file is ready or given up. */
export async function finished(house: House, as: Person, id: string): Promise<Download> {
  return await vi.waitFor(
    async () => {
      const { body } = await house.call<Download>('GET', `/api/downloads/${id}`, { as })
      expect(body.state).toMatch(/ready|failed/)
      return body
    },
    { timeout: 20_000, interval: 50 },
  )
}

/** A file of firms that is ready. */
export async function download(house: House, as: Person, order: Order = {}): Promise<Download> {
  const accepted = await orderDownload(house, as, order)
  expect(accepted.status, accepted.text).toBe(202)
  return await finished(house, as, accepted.body.id)
}

/** Another company with its owner. */
export const addCompany = async (house: House, name: string): Promise<Person> =>
  await addPerson(house.deps, house.call, { name })
