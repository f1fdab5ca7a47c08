import { differingFields, mergeContents } from './lesson-content.ts'
import type { LessonContent, LessonField } from './schema.ts'

/** The fields of a save; those that it does not name are as they were. */
export type Changes = { readonly [F in keyof LessonContent]?: LessonContent[F] | undefined }

export type AppliedChange = {
  /** The lesson with the change, where there is no conflict. */
  readonly content: LessonContent
  /** What the author made of what they began with. */
  readonly yours: LessonContent
  readonly conflicts: readonly LessonField[]
}

/**
 * A change of a lesson, merged with what others have made of it since.
 * @param base what the change began with. Without it every field that was sent and is another one now is a conflict, as
 *   nobody can say who changed it
 */
export function applyChange(
  theirs: LessonContent,
  base: LessonContent | undefined,
  changes: Changes,
): AppliedChange {
  const sent = Object.entries(changes).filter(([, value]) => value !== undefined)
  const yours: LessonContent = { ...(base ?? theirs), ...Object.fromEntries(sent) }
  if (base === undefined) return { content: yours, yours, conflicts: differingFields(yours, theirs) }
  const { fields, conflicts } = mergeContents({ base, mine: yours, theirs })
  return { content: fields, yours, conflicts }
}
