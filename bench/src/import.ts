import type { BenchSystem } from './system.ts'
import { inMiB, number, say, table } from './table.ts'

/** `freeor import` of the whole file, while the server runs: rows a second from the command's start to its report. */
export async function benchImport(system: BenchSystem): Promise<void> {
  const file = system.file()
  const leads = await system.leads()
  const rate = leads.rowsStored / leads.seconds
  system.figures.import = {
    rowsPerSecond: rate,
    seconds: leads.seconds,
    mergeSeconds: leads.mergeSeconds,
    peakBytes: Object.fromEntries(Object.entries(leads.memory).map(([name, { peak }]) => [name, peak.own])),
  }
  say(`\nImport of ${file.rows.toLocaleString('en-US')} leads, ${number(file.bytes / 1e6)} MB\n`)
  say(
    table(
      ['import', 'value', 'to reach'],
      [
        ['seconds, as reported', number(leads.seconds), ''],
        ['seconds, whole command', number(leads.commandSeconds), ''],
        ['seconds until its parts are merged, serving meanwhile', number(leads.mergeSeconds), ''],
        ['leads a second', number(rate), '300,000'],
        ['MB a second', number(file.bytes / 1e6 / leads.seconds), ''],
        ['rows stored / rejected', `${leads.rowsStored} / ${leads.rowsRejected}`, ''],
      ],
    ),
  )
  say('')
  printMemory(leads.memory)
}

/** Peaks; "own" leaves files mapped into memory (the engine's library) out. */
export function printMemory(memory: Awaited<ReturnType<BenchSystem['leads']>>['memory']): void {
  const rows = Object.entries(memory).map(([name, { before, peak }]) => [
    name,
    inMiB(before.own),
    inMiB(peak.own),
    inMiB(peak.own - before.own),
    inMiB(peak.resident),
  ])
  say(table(['process', 'own before', 'own at peak', 'more', 'resident at peak'], rows))
}
