import { registryDays } from './schema.ts'

const dayMs = 86_400_000

/** How old a version of the registry is, and whether it may not be relied on any more. */
export function registryAge(obtainedAt: Date, now: Date): { ageDays: number; isOld: boolean } {
  const ageMs = Math.max(0, now.getTime() - obtainedAt.getTime())
  return { ageDays: Math.floor(ageMs / dayMs), isOld: ageMs > registryDays * dayMs }
}
