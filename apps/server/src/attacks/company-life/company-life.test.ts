import { fakeClock } from '@freeor/testing/clock'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { checkInvariants } from '../../doctor.ts'
import { type CompaniesFixture, openCompaniesFixture } from '../../testing/companies-fixture.ts'
import { findOvergranted } from './bought-leads.ts'
import { openCrashes } from './crashes.ts'
import { seededRandom } from './random.ts'
import { simulateCompanies } from './simulation.ts'

/** SIMULATION_SECONDS and SIMULATION_SEED set how long it lasts and what happens; see `npm run simulate`. */
const seconds = inject('simulationSeconds')
const seed = inject('simulationSeed')

/** At least as many steps are made, also on a machine so busy that they take longer than the time given. */
const fewestSteps = 60
const always = ['subscribe 200', 'order by owner 202']
/** Rare steps, expected only in a longer run. */
const inTime = [
  ...['change 200', 'change 403', 'delete 204', 'delete 409', 'order by owner 409'],
  ...['order by admin 202', 'order by member 202', 'order by viewer 403'],
  ...['invite 201', 'invite 402', 'invite 403', 'join 201', 'revoke 204', 'role 204', 'role 403'],
  ...['remove 204', 'remove 403', 'leave 204', 'leave 409', 'convert 201', 'hand over 204', 'hand over 403'],
  ...['impersonate 201', 'rename as somebody 200', 'rename as somebody 403'],
]

let fixture: CompaniesFixture
const clock = fakeClock('2026-01-31T10:00:00Z')
const crashes = openCrashes(seededRandom(seed + 2))

beforeAll(async () => {
  fixture = await openCompaniesFixture({ clock, firms: 1500, faults: crashes.faults })
})

afterAll(async () => await fixture.close())

const broken = async () =>
  (await checkInvariants(fixture.deps)).invariants
    .filter(({ ok }) => !ok)
    .map(({ id, detail }) => [id, detail])

test(
  `companies live for ${seconds} s by seed ${seed}, and nobody got a lead, a file or a cent too much`,
  async () => {
    const simulation = simulateCompanies({ fixture, clock, seed, crashes })
    const { tally } = simulation.life
    const end = Date.now() + seconds * 1000
    let steps = 0
    while (Date.now() < end || steps < fewestSteps) {
      await simulation.step()
      steps += 1
      if (steps % 50 === 0) expect(await findOvergranted(fixture.deps.db), `after ${steps} steps`).toEqual([])
    }
    await simulation.calmDown()
    process.stdout.write(
      `${steps} steps by seed ${seed}: ${[...tally].map(([what, n]) => `${what}: ${n}`).join(', ')}\n`,
    )
    expect(await findOvergranted(fixture.deps.db)).toEqual([])
    await vi.waitFor(async () => expect(await broken()).toEqual([]), { timeout: 60_000, interval: 500 })
    // The simulation did what it is for.
    expect(crashes.points.length, 'crashes').toBeGreaterThan(0)
    for (const what of always) expect(tally.get(what) ?? 0, what).toBeGreaterThan(0)
    if (steps > 3000) for (const what of inTime) expect(tally.get(what) ?? 0, what).toBeGreaterThan(0)
  },
  seconds * 1000 + 180_000,
)
