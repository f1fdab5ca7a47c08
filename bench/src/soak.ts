import { setTimeout as delay } from 'node:timers/promises'
import { watchHealth } from './health.ts'
import { readMemory } from './memory.ts'
import { type Done, startMixedWork } from './mixed-work.ts'
import { type Heap, openHeap } from './server/heap.ts'
import type { ProductionServer } from './server/server.ts'
import { slope } from './slope.ts'
import { quantile } from './stopwatch.ts'
import type { BenchSystem } from './system.ts'
import { inMiB, inMs, note, number, say, table } from './table.ts'

const LEAST_SAMPLES = 12
const MIB = 1024 ** 2
/** MiB a minute that the design allows. */
const FLAT = 1

type Sample = {
  readonly minutes: number
  readonly resident: number
  readonly own: number
  readonly heap: number
  readonly engine: number
}

/** Everything that people do on both sites, for as long as `--minutes` says, and the server's memory meanwhile. */
export async function benchSoak(system: BenchSystem): Promise<void> {
  const server = await system.server()
  await system.leads()
  const { minutes } = system.options
  const stopWork = await startMixedWork(server)
  const heap = await openHeap({ pid: server.processes().server, port: server.inspectPort })
  const health = watchHealth(server)
  const samples = await watch(server, { heap, minutes })
  heap.close()
  const { own, site } = await health()
  const done = await stopWork()
  printWork(done, minutes)
  const timesOf = (ms: readonly number[]) =>
    `p99 ${inMs(quantile(ms, 0.99))}, the slowest ${inMs(Math.max(...ms))}`
  say(`\nThe health call: ${timesOf(own)}; at the port of a site ${timesOf(site)}`)
  printMemory(samples)
}

type Watch = { readonly heap: Heap; readonly minutes: number }

/** Once a minute, in a short run more often. */
async function watch(server: ProductionServer, { heap, minutes }: Watch): Promise<Sample[]> {
  const { server: pid, engine } = server.processes()
  const count = Math.max(minutes, LEAST_SAMPLES)
  const started = performance.now()
  const samples: Sample[] = []
  for (let next = 1; next <= count; next++) {
    await delay(started + (next * minutes * 60_000) / count - performance.now())
    const left = await heap.collected()
    const { resident = 0, own = 0 } = readMemory(pid) ?? {}
    const at = (performance.now() - started) / 60_000
    samples.push({ minutes: at, resident, own, heap: left, engine: readMemory(engine)?.own ?? 0 })
    note(`  minute ${number(at)}: ${inMiB(resident)} resident, ${inMiB(left)} on the heap`)
  }
  return samples
}

function printWork(done: ReadonlyMap<string, Done>, minutes: number): void {
  const lines = [...done].map(([name, { ms, refused, failed }]) => [
    name,
    ms.length.toLocaleString('en-US'),
    ...[0.5, 0.95, 0.99].map((share) => inMs(quantile(ms, share))),
    String(refused),
    String(failed),
  ])
  say(`\nWork of both sites for ${minutes} minutes\n`)
  say(table(['work', 'done', 'p50', 'p95', 'p99', 'refused', 'failed'], lines))
}

function printMemory(samples: readonly Sample[]): void {
  const head = ['minute', 'resident', 'own', 'heap after a collection', 'the engine’s own']
  const kinds = ['resident', 'own', 'heap', 'engine'] as const
  const lines = samples.map((sample) => [number(sample.minutes), ...kinds.map((kind) => inMiB(sample[kind]))])
  say('\nMemory of the server’s process\n')
  say(table(head, lines))
  const later = samples.slice(Math.floor(samples.length / 3))
  const slopes = kinds.map((kind) =>
    slope(later.map((sample) => ({ minutes: sample.minutes, value: sample[kind] / MIB }))),
  )
  say('\nGrowth over the last two thirds, MiB a minute; flat below 1\n')
  const isFlat = (growth: number) => (growth < FLAT ? 'flat' : 'grows')
  say(
    table(
      ['memory', 'a minute', ''],
      kinds.map((kind, at) => [kind, number(slopes[at] ?? 0), isFlat(slopes[at] ?? 0)]),
    ),
  )
}
