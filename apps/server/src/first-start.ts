import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  ensureSampleLogins,
  newSampleLogins,
  type SampleLogin,
  type SamplePassword,
} from '@freeor/accounts/commands'
import type { Composed } from './compose.ts'
import type { Config } from './config.ts'
import { deriveSecret } from './derive-secret.ts'

/** Makes what a new installation starts with: logins with random passwords, and the sample data of each site. */
export async function firstStart(
  config: Config,
  { deps, sites }: Pick<Composed, 'deps' | 'sites'>,
  say: (text: string) => void,
): Promise<void> {
  const wanted = wantedLogins(config, sites)
  const logins = await keepSampleLogins(join(config.dataDir, 'sample-logins.json'), wanted)
  await ensureSampleLogins(deps.auth, logins.known)
  if (config.sampleData) for (const each of sites) await each.addSampleData(say)
  if (logins.added.length === 0) return
  say('\nSample logins (kept in sample-logins.json of the data folder):')
  for (const { role, email, password } of logins.added)
    say(`  ${role.padEnd(12)} ${email.padEnd(28)} ${password}`)
}

/** Those of every installation, shown by the first site, and those that each site adds. */
function wantedLogins(
  { sites: [first], authSecret }: Pick<Config, 'sites' | 'authSecret'>,
  served: Composed['sites'],
): readonly SampleLogin[] {
  // Servers that share a database each have such a file: it must say the same in all of them.
  const passwordOf: SamplePassword | undefined =
    authSecret === undefined ? undefined : (role) => deriveSecret(authSecret, `sample login ${role}`, 15)
  return [
    ...newSampleLogins(first, undefined, passwordOf),
    ...served.flatMap(({ module: { name, sampleRoles } }) => newSampleLogins(name, sampleRoles, passwordOf)),
  ]
}

/**
 * The logins that are kept, with those added that a site has and the file has not. Written before the accounts are
 * made, so that a crash between the two loses no password.
 */
async function keepSampleLogins(
  path: string,
  wanted: readonly SampleLogin[],
): Promise<{ known: readonly SampleLogin[]; added: readonly SampleLogin[] }> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  const kept = text === undefined ? [] : (JSON.parse(text) as SampleLogin[])
  const added = wanted.filter(({ role }) => !kept.some((one) => one.role === role))
  const known = [...kept, ...added]
  if (added.length === 0) return { known, added }
  await writeFile(`${path}.new`, `${JSON.stringify(known, null, 2)}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return { known, added }
}
