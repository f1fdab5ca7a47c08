import { readOptions, usage } from './arguments.ts'
import { benchExport } from './export.ts'
import { type House, openHouse } from './house.ts'
import { benchHttp } from './http.ts'
import { benchImport } from './import.ts'
import { benchPages } from './pages.ts'
import { benchSearch } from './search.ts'
import { note, say } from './table.ts'

const measurements: Readonly<Record<string, (house: House) => Promise<void>>> = {
  search: benchSearch,
  import: benchImport,
  export: benchExport,
  http: benchHttp,
  pages: benchPages,
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (options === 'help') {
    say(usage)
    return
  }
  const house = openHouse(options)
  try {
    for (const name of options.what) await measurements[name]?.(house)
  } finally {
    await house.close()
  }
}

try {
  await main()
} catch (error) {
  note(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exitCode = 1
}
