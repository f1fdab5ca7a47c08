import type { CourseChange, CourseNotices, ProgressNotice } from './ports.ts'

/** What one NOTIFY carries: ids only. */
export type NoticeBatch = {
  /** `[userId, lessonId]`; the lesson is empty where all may have changed. */
  readonly progress: readonly (readonly [string, string])[]
  /** `[courseId, companyId, isShown]`, as `CourseChange`. */
  readonly courses?: readonly (readonly [string, string, boolean])[]
  readonly members?: true
  readonly access?: true
}

/** The channel between the processes of an installation. */
export const eventsChannel = 'course_events'

/** What another process sends that changed what somebody may see. */
export const accessNotice = JSON.stringify({ progress: [], access: true } satisfies NoticeBatch)

/** PostgreSQL refuses payloads of 8,000 bytes; one pair takes some 70, and a course as much. */
const pairsInNotice = 100

export type CollectOptions = {
  readonly send: (payload: string) => Promise<void>
  readonly delayMs: number
  readonly onFailed: (error: unknown) => void
}

export type CollectedNotices = CourseNotices & {
  /** Sends what waits. */
  flush(): Promise<void>
}

/**
 * Collects notices for a moment and sends what is different among them, so that many clicks are few notices. A notice
 * that could not be sent is dropped: whoever was away reads again when they are back.
 */
export function collectNotices({ send, delayMs, onFailed }: CollectOptions): CollectedNotices {
  let pairs = new Map<string, readonly [string, string]>()
  let changed = new Map<string, readonly [string, string, boolean]>()
  let flags: Pick<NoticeBatch, 'members' | 'access'> = {}
  let timer: NodeJS.Timeout | undefined
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const progress = [...pairs.values()]
    const batches: NoticeBatch[] = []
    for (let from = 0; from < progress.length; from += pairsInNotice)
      batches.push({ progress: progress.slice(from, from + pairsInNotice) })
    const courses = [...changed.values()]
    for (let from = 0; from < courses.length; from += pairsInNotice)
      batches.push({ progress: [], courses: courses.slice(from, from + pairsInNotice) })
    if (flags.members || flags.access) batches.push({ progress: [], ...flags })
    pairs = new Map()
    changed = new Map()
    flags = {}
    for (const batch of batches) await send(JSON.stringify(batch)).catch(onFailed)
  }
  const later = () => {
    timer ??= setTimeout(() => void flush(), delayMs)
  }
  return {
    notifyProgress({ userId, lessonId = '' }: ProgressNotice) {
      pairs.set(`${userId} ${lessonId}`, [userId, lessonId])
      later()
    },
    notifyMembers() {
      flags = { ...flags, members: true }
      later()
    },
    notifyCourses(changes: readonly CourseChange[]) {
      for (const { courseId, companyId, isShown } of changes)
        changed.set(courseId, [courseId, companyId, isShown || (changed.get(courseId)?.[2] ?? false)])
      if (changes.length > 0) later()
    },
    notifyAccess() {
      flags = { ...flags, access: true }
      // Not collected: access that was taken away ends at once.
      void flush()
    },
    flush,
  }
}

/** @returns undefined for what is no notice of ours */
export function readBatch(payload: string): NoticeBatch | undefined {
  try {
    const read = JSON.parse(payload) as NoticeBatch
    return Array.isArray(read.progress) ? read : undefined
  } catch {
    return undefined
  }
}
