import { fakeClock } from '@freeor/testing/clock'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { checkInvariants } from '../../doctor.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { findOvergranted } from './bought-leads.ts'
import { seededRandom } from './random.ts'
import { simulateCompanies } from './simulation.ts'

/** SIMULATION_SECONDS and SIMULATION_SEED set how long it lasts and what happens; see `npm run simulate`. */
const seconds = inject('simulationSeconds')
const seed = inject('simulationSeed')

let world: World
const clock = fakeClock('2026-01-31T10:00:00Z')

beforeAll(async () => {
  world = await openWorld({ clock, firms: 1500 })
}, 120_000)

afterAll(async () => await world.close())

const broken = async () =>
  (await checkInvariants(world.deps)).invariants.filter(({ ok }) => !ok).map(({ id, detail }) => [id, detail])

test(
  `companies live for ${seconds} s by seed ${seed}, and nobody got a lead, a file or a cent too much`,
  async () => {
    const simulation = simulateCompanies({ world, clock, random: seededRandom(seed) })
    const { tally } = simulation.life
    const end = Date.now() + seconds * 1000
    let steps = 0
    while (Date.now() < end) {
      await simulation.step()
      steps += 1
      if (steps % 50 === 0) expect(await findOvergranted(world.deps.db), `after ${steps} steps`).toEqual([])
    }
    await simulation.calmDown()
    process.stdout.write(
      `${steps} steps by seed ${seed}: ${[...tally].map(([what, n]) => `${what}: ${n}`).join(', ')}\n`,
    )
    expect(await findOvergranted(world.deps.db)).toEqual([])
    await vi.waitFor(async () => expect(await broken()).toEqual([]), { timeout: 60_000, interval: 500 })
    // The simulation did what it is for.
    for (const what of ['subscribe 200', 'order 202']) expect(tally.get(what) ?? 0, what).toBeGreaterThan(0)
    for (const what of ['change 200', 'delete 204', 'order 409'])
      if (steps > 1000) expect(tally.get(what) ?? 0, what).toBeGreaterThan(0)
  },
  seconds * 1000 + 180_000,
)
