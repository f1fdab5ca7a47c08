import { execFile } from 'node:child_process'
import { chmod, chown, lchown, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The whole environment of the child processes: nothing of ours (secrets, PGPORT, locale) reaches PostgreSQL. */
export const childEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

/** How to start a program as somebody who is not root. */
export type Runner = {
  /** The command line that runs `program`. The process id stays the same: each step uses exec. */
  command(program: string, args: readonly string[]): { file: string; args: string[] }
  /** Options of `spawn`, the same for each program. */
  readonly options: { env: typeof childEnvironment; uid?: number; gid?: number }
  /** Makes the user that the program runs as the owner of a folder of ours. */
  own(folder: string): Promise<void>
}

const UNSHARE = ['--user', '--map-user=1000', '--map-group=1000']

const direct: Runner = {
  command: (file, args) => ({ file, args: [...args] }),
  options: { env: childEnvironment },
  own: async () => undefined,
}

const unshared: Runner = {
  command: (program, args) => ({ file: 'unshare', args: [...UNSHARE, program, ...args] }),
  options: { env: childEnvironment },
  own: async () => undefined,
}

/**
 * Picks how PostgreSQL is run, since it refuses to run as root. For a normal user: as it is. For root: in a user
 * namespace (files stay root's). Where the kernel or the container refuses that: as `postgres` or `nobody`. `program`
 * is one that can be asked for its version.
 * @throws Error with a sentence that says what to do when no way works.
 */
export async function chooseRunner(program: string): Promise<Runner> {
  if (process.getuid?.() !== 0) return direct
  if (await works(unshared, program)) return unshared
  for (const user of await listOrdinaryUsers()) {
    const runner = asUser(user)
    if (await works(runner, program)) return runner
  }
  throw new Error(
    'PostgreSQL does not run as root, and neither a user namespace (unshare --user) nor the users "postgres" and ' +
      '"nobody" could run it. Start Freeor as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

async function works(runner: Runner, program: string): Promise<boolean> {
  const { file, args } = runner.command(program, ['-V'])
  try {
    await run(file, args, { ...runner.options, timeout: 10_000, cwd: '/' })
    return true
  } catch {
    return false
  }
}

/** Drops root's rights for `user`: gives it the folders and makes the path to them passable. */
export function asUser(user: { uid: number; gid: number }): Runner {
  return {
    command: (file, args) => ({ file, args: [...args] }),
    options: { env: childEnvironment, ...user },
    async own(folder) {
      const parent = dirname(folder)
      const { mode } = await stat(parent)
      // Passing through is enough; listing the parent stays root's.
      if ((mode & 0o001) === 0) {
        await chown(parent, -1, user.gid)
        await chmod(parent, mode | 0o010)
      }
      await chownTree(folder, user)
    },
  }
}

async function chownTree(path: string, user: { uid: number; gid: number }): Promise<void> {
  await lchown(path, user.uid, user.gid)
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const child = join(path, entry.name)
    if (entry.isDirectory()) await chownTree(child, user)
    else await lchown(child, user.uid, user.gid)
  }
}

async function listOrdinaryUsers(): Promise<{ uid: number; gid: number }[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  return ['postgres', 'nobody'].flatMap((name) => {
    const line = lines.find((fields) => fields[0] === name)
    const uid = Number(line?.[2])
    const gid = Number(line?.[3])
    return uid > 0 && gid > 0 ? [{ uid, gid }] : []
  })
}
