import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * When the process `pid` started, as opaque text, or undefined when no such process runs. A zombie does not run.
 * Linux: field 22 of /proc/pid/stat with the boot id, because ticks count from boot. Elsewhere: `ps`.
 */
export async function findProcessStart(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return await findLinuxProcessStart(pid)
  try {
    const { stdout } = await run('/bin/ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      env: { LC_ALL: 'C' },
    })
    const [state = '', ...start] = stdout.trim().split(/\s+/)
    return state === '' || state.startsWith('Z') ? undefined : start.join(' ')
  } catch {
    return undefined
  }
}

async function findLinuxProcessStart(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The command name is in parentheses and may itself hold spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const state = fields[0]
    const ticks = fields[19]
    if (ticks === undefined || state === 'Z' || state === 'X') return undefined
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    return `${boot.trim()}:${ticks}`
  } catch {
    return undefined
  }
}

/**
 * Names the process table that this process sees: the machine, its boot, and the container. Two machines or two
 * containers on one volume each have a process 7, and the first process table of every Linux has the same name.
 */
export async function readProcessNamespace(): Promise<string> {
  const boot = await readBoot()
  const table = await readlink('/proc/self/ns/pid').catch(() => 'host')
  return `${boot} ${table}`
}

/**
 * A name of this machine that no other machine has. It changes with each boot, where the system tells one boot from
 * another.
 */
async function readBoot(): Promise<string> {
  if (process.platform === 'linux')
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => hostname())).trim()
  try {
    const { stdout } = await run('/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid'])
    return stdout.trim() || hostname()
  } catch {
    return hostname()
  }
}
