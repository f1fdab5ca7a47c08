import { type Site, siteTitles } from '@freeor/kernel/site'
import { type Command, UsageError } from '../cli/command.ts'

export type CommandEntry = {
  summary: string
  load: () => Promise<{ command: Command }>
  /**
   * Objects that have just been made get 2 MiB. Node gives them up to 96 and never takes them back; a command that reads
   * rows in buffers that are used again is as fast without.
   */
  needsFewObjects?: boolean
}

/** A command of one site. Where the site is not served it ends with 2 and says why. */
function commandOf(site: Site, { load, ...entry }: CommandEntry): CommandEntry {
  const requireServed = async () => {
    const { command } = await load()
    const run: Command['run'] = (args, readConfig) =>
      command.run(args, () => {
        const config = readConfig()
        if (config.sites.includes(site)) return config
        throw new UsageError(`This command belongs to ${siteTitles[site]}, and SITES does not name ${site}.`)
      })
    return { command: { run } }
  }
  return { ...entry, load: requireServed }
}

/** What `freeor user` does in addition for a site. */
export const siteUserCommands: Readonly<Record<string, CommandEntry>> = {
  'org-admin': commandOf('courses', {
    summary:
      'org-admin EMAIL --add NAME / --remove NAME\n                                    who sees the progress of an organization’s members',
    load: () => import('./courses/org-admin-command.ts'),
  }),
}

export const siteCommands = {
  import: commandOf('leads', {
    summary: 'import a lead file as a new version of a dictionary',
    load: () => import('../cli/import.ts'),
    needsFewObjects: true,
  }),
  certificates: commandOf('courses', {
    summary: 'make new keys that certificates are signed with',
    load: () => import('../cli/certificates.ts'),
  }),
  search: commandOf('leads', {
    summary: 'count leads of a server by its API, and show the first ones',
    load: () => import('../cli/remote/search.ts'),
  }),
  download: commandOf('leads', {
    summary: 'order leads of a server by its API, and save their file',
    load: () => import('../cli/remote/download.ts'),
  }),
  'verify-receipt': commandOf('leads', {
    summary: 'say whether the receipt of a download is genuine; asks no network',
    load: () => import('../cli/verify-receipt.ts'),
  }),
  'ledger-log': commandOf('leads', {
    summary: 'check the whole log of the ledger, and make a new key that it is signed with',
    load: () => import('../cli/ledger-log.ts'),
  }),
  'opt-out': commandOf('leads', {
    summary: 'who is never to be contacted: add, check, list, remove',
    load: () => import('../cli/opt-out.ts'),
  }),
  'do-not-call': commandOf('leads', {
    summary: 'the do-not-call registry: import, status, remove',
    load: () => import('../cli/do-not-call.ts'),
  }),
  drop: commandOf('leads', {
    summary: 'California’s delete requests: status, run, load an archive, exempt, evidence',
    load: () => import('../cli/drop.ts'),
  }),
  grant: commandOf('leads', { summary: 'give a company leads', load: () => import('../cli/grant.ts') }),
} satisfies Record<string, CommandEntry>
