import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureSampleLogins, newSampleLogins, type SampleLogin } from '@freeor/accounts/commands'
import type { Site } from '@freeor/kernel/site'
import type { Composed } from './compose.ts'
import type { Config } from './config.ts'

/** Makes what a new installation starts with: logins with random passwords, and the sample data of each site. */
export async function firstStart(
  config: Config,
  { deps, sites }: Pick<Composed, 'deps' | 'sites'>,
  say: (text: string) => void,
): Promise<void> {
  const logins = await keepSampleLogins(join(config.dataDir, 'sample-logins.json'), config.sites)
  await ensureSampleLogins(deps.auth, logins.known)
  if (config.sampleData) for (const each of sites) await each.addSampleData(say)
  if (!logins.isNew) return
  say('\nSample logins (kept in sample-logins.json of the data folder):')
  for (const { role, email, password } of logins.known)
    say(`  ${role.padEnd(12)} ${email.padEnd(28)} ${password}`)
}

/** Written before the accounts are made, so that a crash between the two loses no password. */
async function keepSampleLogins(
  path: string,
  [site]: readonly [Site, ...Site[]],
): Promise<{ known: readonly SampleLogin[]; isNew: boolean }> {
  const kept = await readFile(path, 'utf8').catch(() => undefined)
  if (kept !== undefined) return { known: JSON.parse(kept) as SampleLogin[], isNew: false }
  const known = newSampleLogins(site)
  await writeFile(`${path}.new`, `${JSON.stringify(known, null, 2)}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return { known, isNew: true }
}
