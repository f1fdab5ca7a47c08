import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureSampleLogins, newSampleLogins, type SampleLogin } from '@freeor/accounts/commands'
import { listDictionaries } from '@freeor/leads/dictionaries/queries'
import { importSample } from '@freeor/leads/sample/commands'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'

/** Makes what a new installation starts with: logins with random passwords, and plainly invented leads. */
export async function firstStart(config: Config, deps: Deps, say: (text: string) => void): Promise<void> {
  const logins = await keepSampleLogins(join(config.dataDir, 'sample-logins.json'))
  await ensureSampleLogins(deps.auth, logins.known)
  if (config.sampleData && (await listDictionaries(deps.db)).length === 0) {
    say('Making the sample data: 200,000 invented businesses')
    const started = performance.now()
    const report = await importSample(deps.imports)
    say(
      `Stored ${report.rowsStored.toLocaleString('en-US')} leads in ${Math.round((performance.now() - started) / 1000)} s`,
    )
  }
  if (!logins.isNew) return
  say('\nSample logins (kept in sample-logins.json of the data folder):')
  for (const { role, email, password } of logins.known)
    say(`  ${role.padEnd(12)} ${email.padEnd(28)} ${password}`)
}

/** Written before the accounts are made, so that a crash between the two loses no password. */
async function keepSampleLogins(path: string): Promise<{ known: readonly SampleLogin[]; isNew: boolean }> {
  const kept = await readFile(path, 'utf8').catch(() => undefined)
  if (kept !== undefined) return { known: JSON.parse(kept) as SampleLogin[], isNew: false }
  const known = newSampleLogins()
  await writeFile(`${path}.new`, `${JSON.stringify(known, null, 2)}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return { known, isNew: true }
}
