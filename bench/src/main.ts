import { writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { inspect } from 'node:util'
import { benchAlerts } from './alerts.ts'
import { benchAnswers } from './answers.ts'
import { readOptions, usage } from './arguments.ts'
import { benchAutosaves } from './autosaves.ts'
import { benchBusiness } from './business.ts'
import { benchCertificates } from './certificates.ts'
import { benchCourseOf50 } from './course-of-50.ts'
import { benchExport } from './export.ts'
import type { Run } from './figures.ts'
import { benchHttp } from './http.ts'
import { benchImport } from './import.ts'
import { benchImportAgain } from './import-again.ts'
import { benchLessons } from './lessons.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchLog } from './log.ts'
import { benchMatching } from './matching.ts'
import { benchOrganization } from './organization.ts'
import { benchOverload } from './overload.ts'
import { benchOwned } from './owned.ts'
import { benchPages } from './pages.ts'
import { benchPeople } from './people.ts'
import { benchQuizzes } from './quizzes.ts'
import { benchRecovery } from './recovery.ts'
import { benchSearch } from './search.ts'
import { benchShare } from './share.ts'
import { benchSoak } from './soak.ts'
import { benchSuppression } from './suppression.ts'
import { type BenchSystem, openTestSystem } from './system.ts'
import { note, number, say } from './table.ts'

const measurements: Readonly<Record<string, (system: BenchSystem) => Promise<void>>> = {
  search: benchSearch,
  import: benchImport,
  'import-again': benchImportAgain,
  export: benchExport,
  owned: benchOwned,
  http: benchHttp,
  people: benchPeople,
  overload: benchOverload,
  recovery: benchRecovery,
  soak: benchSoak,
  pages: benchPages,
  lighthouse: benchLighthouse,
  certificates: benchCertificates,
  answers: benchAnswers,
  lessons: benchLessons,
  autosaves: benchAutosaves,
  'course-of-50': benchCourseOf50,
  organization: benchOrganization,
  quizzes: benchQuizzes,
  log: benchLog,
  alerts: benchAlerts,
  matching: benchMatching,
  business: benchBusiness,
  suppression: benchSuppression,
  share: benchShare,
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (options === 'help') {
    say(usage)
    return
  }
  const [model] = cpus()
  const machine = `${cpus().length} x ${model?.model.trim()}, ${number(totalmem() / 1024 ** 3)} GiB, Node ${process.versions.node}`
  say(machine)
  const at = `${new Date().toISOString().slice(0, 16)}Z`
  const [busy = 0] = loadavg()
  say(`${at}, load before the start ${number(busy)}`)
  if (busy > 0.5) note('Other work is running here: these timings will not be those of a quiet machine.')
  const system = openTestSystem(options)
  try {
    for (const name of options.what) await measurements[name]?.(system).catch(report)
    const run: Run = { at, machine, load: busy, rows: options.rows, ...system.figures }
    if (options.json) writeFileSync(options.json, `${JSON.stringify(run, null, 2)}\n`)
  } finally {
    await system.close()
  }
}

/** When one measurement fails, the others still run. */
function report(error: unknown): void {
  note(inspect(error))
  process.exitCode = 1
}

await main().catch(report)
