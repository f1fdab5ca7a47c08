/** A saved version of a text, and whether it stays for a reason of its own. */
export type SavedVersion = { readonly version: number; readonly at: Date; readonly isKept?: boolean }

const second = 1000
const hour = 3600 * second
const day = 24 * hour

/** How far apart versions of an age are kept. Each distance divides the next, so a version once kept long stays the last of its slot. */
const thinning = [
  { youngerThan: hour, every: 0 },
  { youngerThan: day, every: 60 * second },
  { youngerThan: 30 * day, every: hour },
  { youngerThan: Number.POSITIVE_INFINITY, every: day },
]

/**
 * Which versions may go. All are there for an hour; then the last of each minute, after a day of each hour, after thirty
 * days of each day. The first version and the newest one stay, and so do those that are marked.
 * @param versions in their order
 */
export function listThinned(versions: readonly SavedVersion[], now: Date): number[] {
  const [first, newest] = [versions[0], versions.at(-1)]
  return versions
    .filter((one, place) => {
      if (one === first || one === newest || one.isKept) return false
      const next = versions[place + 1]
      const every = distanceAt(now.getTime() - one.at.getTime())
      return next !== undefined && every > 0 && slotOf(one, every) === slotOf(next, every)
    })
    .map(({ version }) => version)
}

const distanceAt = (age: number): number =>
  thinning.find(({ youngerThan }) => age < youngerThan)?.every ?? day

const slotOf = ({ at }: SavedVersion, every: number): number => Math.floor(at.getTime() / every)
