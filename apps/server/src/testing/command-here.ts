import { vi } from 'vitest'
import { command as audit } from '../cli/audit.ts'
import { command as backup } from '../cli/backup.ts'
import { command as backupDrill } from '../cli/backup-drill.ts'
import { command as certificates } from '../cli/certificates.ts'
import { command as doNotCall } from '../cli/do-not-call.ts'
import { command as doctor } from '../cli/doctor.ts'
import { command as drop } from '../cli/drop.ts'
import { command as grant } from '../cli/grant.ts'
import { command as importFile } from '../cli/import.ts'
import { command as ledgerLog } from '../cli/ledger-log.ts'
import { command as openapi } from '../cli/openapi.ts'
import { command as optOut } from '../cli/opt-out.ts'
import { command as plan } from '../cli/plan.ts'
import { command as download } from '../cli/remote/download.ts'
import { command as search } from '../cli/remote/search.ts'
import { command as restore } from '../cli/restore.ts'
import { command as user } from '../cli/user.ts'
import { command as verifyReceipt } from '../cli/verify-receipt.ts'
import { readConfig } from '../config.ts'
import type { Ended } from './server-process.ts'

const commands = {
  audit,
  backup,
  'backup-drill': backupDrill,
  certificates,
  'do-not-call': doNotCall,
  doctor,
  download,
  drop,
  grant,
  import: importFile,
  'ledger-log': ledgerLog,
  openapi,
  'opt-out': optOut,
  plan,
  restore,
  search,
  user,
  'verify-receipt': verifyReceipt,
}

export type CommandName = keyof typeof commands

/** Runs a command of `freeor` on the folder in this process, and tells how it ended as `runFreeor` does. */
export async function runHere(
  dataDir: string,
  name: CommandName,
  args: string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Omit<Ended, 'seconds'>> {
  const said = { stdout: '', stderr: '' }
  const streams = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((chunk) => {
      said[stream] += String(chunk)
      return true
    }),
  )
  try {
    const code = await commands[name].run(args, () =>
      readConfig({
        ...{ FREEOR_DATA: dataDir, LEADS_PORT: '0', COURSES_PORT: '0', SAMPLE_DATA: 'false' },
        ...variables,
      }),
    )
    return { code, ...said }
  } finally {
    for (const stream of streams) stream.mockRestore()
  }
}
