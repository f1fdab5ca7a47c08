import { setFlagsFromString } from 'node:v8'
import { ConfigError, readConfig } from './config.ts'
import { type CommandEntry, siteCommands } from './sites/site-commands.ts'

/** One file a command; loaded when asked for, so that a refusal or `--help` answers at once. */
const commands: Record<string, CommandEntry> = {
  serve: { summary: 'start the engines and both sites', load: () => import('./cli/serve.ts') },
  import: siteCommands.import,
  doctor: { summary: 'check the invariants of this installation', load: () => import('./cli/doctor.ts') },
  user: { summary: 'list, show, create and close out people', load: () => import('./cli/user.ts') },
  plan: { summary: 'list plans, put a company on one', load: () => import('./cli/plan.ts') },
  grant: siteCommands.grant,
  search: siteCommands.search,
  download: siteCommands.download,
  'verify-receipt': siteCommands['verify-receipt'],
  'ledger-log': siteCommands['ledger-log'],
  'opt-out': siteCommands['opt-out'],
  'do-not-call': siteCommands['do-not-call'],
  drop: siteCommands.drop,
  certificates: siteCommands.certificates,
  audit: { summary: 'search and export the audit trail', load: () => import('./cli/audit.ts') },
  backup: { summary: 'write everything into one file', load: () => import('./cli/backup.ts') },
  'backup-drill': {
    summary: 'try whether the newest stored backup can be restored',
    load: () => import('./cli/backup-drill.ts'),
  },
  restore: { summary: 'put a backup in place', load: () => import('./cli/restore.ts') },
  openapi: { summary: 'print the OpenAPI document', load: () => import('./cli/openapi.ts') },
}

function help(): string {
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(16)}${summary}`)
  return [
    'Usage: npm run -s freeor -- COMMAND [options]',
    '',
    ...lines,
    '',
    'COMMAND --help tells more.',
    '',
  ].join('\n')
}

async function main(): Promise<number> {
  const [name = 'help', ...rest] = process.argv.slice(2)
  const chosen = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!chosen) {
    const isHelp = ['help', '--help', '-h'].includes(name)
    ;(isHelp ? process.stdout : process.stderr).write(
      isHelp ? help() : `There is no command "${name}".\n\n${help()}`,
    )
    return isHelp ? 0 : 2
  }
  // Here, as it is of the whole process: a command that a test runs must not change it for the tests after it.
  if (chosen.needsFewObjects) setFlagsFromString('--semi-space-growth-factor=1')
  const { command } = await chosen.load()
  return await command.run(rest, () => readConfig(process.env))
}

// Whoever reads the output may go early, as `head` does: what is left is not wanted, and is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

/** Errors whose sentence is all that helps, by name: their package is loaded with the engines. */
const plainRefusals: readonly string[] = ['DataFolderInUse', 'DataFolderUnusable']

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    const isPlain =
      error instanceof ConfigError || (error instanceof Error && plainRefusals.includes(error.name))
    process.stderr.write(
      `${isPlain ? (error as Error).message : error instanceof Error ? error.stack : String(error)}\n`,
    )
    process.exit(1)
  },
)
