import { readdirSync, readFileSync } from 'node:fs'

export type Memory = {
  /** Resident bytes, files mapped into memory included. */
  readonly resident: number
  /** Resident bytes that are the process's own: what a machine must really have. */
  readonly own: number
}

const EVERY_MS = 50

/** Bytes from a line such as `RssAnon:   1234 kB` of /proc/<pid>/status. */
export function readMemory(pid: number): Memory | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    const bytes = (name: string) =>
      Number(text.match(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm'))?.[1] ?? 0) * 1024
    return { resident: bytes('VmRSS'), own: bytes('RssAnon') }
  } catch {
    return undefined
  }
}

/** Child processes of `pid` and theirs, with the command each runs. Linux only. */
export function descendants(pid: number): { pid: number; command: string }[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
        return [{ pid: Number(name), parent, command }]
      } catch {
        return []
      }
    })
  const below = (parent: number): { pid: number; command: string }[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)])
  return below(pid)
}

/** Processor seconds that a process has used, in user and in kernel mode. Linux only, where a tick is 10 ms. */
export function processorSeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return 0
  }
}

export type Watched = { readonly before: Memory; readonly peak: Memory }

/** Samples the memory of processes until stopped; the peak of each since the start. */
export function watchMemory(pids: Readonly<Record<string, number>>): () => Record<string, Watched> {
  const none = { resident: 0, own: 0 }
  const seen = Object.entries(pids).map(([name, pid]) => {
    const before = readMemory(pid) ?? none
    return { name, pid, before, peak: before }
  })
  const sample = () => {
    for (const one of seen) {
      const now = readMemory(one.pid) ?? none
      one.peak = { resident: Math.max(one.peak.resident, now.resident), own: Math.max(one.peak.own, now.own) }
    }
  }
  const timer = setInterval(sample, EVERY_MS)
  return () => {
    clearInterval(timer)
    sample()
    return Object.fromEntries(seen.map(({ name, before, peak }) => [name, { before, peak }]))
  }
}
