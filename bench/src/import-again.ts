import { printMemory } from './import.ts'
import { changedFile } from './rows/changed-file.ts'
import { type BenchSystem, importAndWatch } from './system.ts'
import { note, number, say, table } from './table.ts'

/** A later import of the same dataset, as of each month: every twentieth lead has changed. */
export async function benchImportAgain(system: BenchSystem): Promise<void> {
  const server = await system.server()
  const first = await system.leads()
  const file = system.file()
  note('Changing every twentieth lead ...')
  const changed = await changedFile(file, file.rows / 20)
  const again = await importAndWatch(server, changed)
  say(`\nThe same ${file.rows.toLocaleString('en-US')} leads again, every twentieth changed\n`)
  say(
    table(
      ['import', 'first', 'later'],
      [
        ['seconds, as reported', number(first.seconds), number(again.seconds)],
        ['leads a second', number(file.rows / first.seconds), number(file.rows / again.seconds)],
      ],
    ),
  )
  say('\nMemory of the later import\n')
  printMemory(again.memory)
}
