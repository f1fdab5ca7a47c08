import { differingFields, mergeContents, withoutProblems } from './lesson-content.ts'
import type { LessonChange, LessonContent, LessonField } from './schema.ts'

/**
 * What one editor, a tab of a browser, keeps of a lesson: its text, and what of it the server has. Pure: the browser
 * stores the value that each function gives before anything is sent, so a reload, a crash or hours without network lose
 * nothing. No time is read.
 */
export type Draft = {
  readonly lessonId: string
  /** Whose words these are: another user of the same browser neither sees nor sends them. */
  readonly userId: string
  /** This editor's name: random, made with the draft. */
  readonly device: string
  /** Of the last save; 0 for none. */
  readonly lastNumber: number
  /** The newest that was heard from the server: `content` has all of it. */
  readonly base: KnownVersion
  /** As it stands in the editor. */
  readonly content: LessonContent
  /** The save that the server has not answered. It is sent again as it is until it is answered. */
  readonly sending: Sending | null
  /** Fields of which the author decides. Nothing is saved meanwhile. */
  readonly conflict: Conflict | null
  /** Why the server refused what stands in `content`: it is sent again once that has changed. */
  readonly refusal: string | null
}

export type KnownVersion = { readonly version: number; readonly content: LessonContent }

/** `content` is what the save says, also where the text has changed since. */
type Sending = { readonly number: number; readonly content: LessonContent }

export type Conflict = {
  readonly fields: readonly LessonField[]
  /** What both began with; null where nobody knows. */
  readonly base: LessonContent | null
  readonly theirs: LessonContent
}

/** A draft of a lesson that was just opened. */
export const newDraft = (
  of: Pick<Draft, 'lessonId' | 'userId' | 'device'>,
  { version, content }: KnownVersion,
): Draft => ({
  ...{ lessonId: of.lessonId, userId: of.userId, device: of.device, lastNumber: 0 },
  ...{ base: { version, content }, content, sending: null, conflict: null, refusal: null },
})

/** The draft after the author has changed fields. */
export const editDraft = (draft: Draft, changes: Partial<LessonContent>): Draft => ({
  ...draft,
  content: { ...draft.content, ...changes },
  refusal: null,
})

/** What a save would say: fields that the server would refuse wait until they are right. */
const sendable = ({ base, content }: Draft): LessonContent => withoutProblems(content, base.content)

/** Whether something has to be sent, or sent again. */
export const isWaiting = (draft: Draft): boolean =>
  draft.sending !== null ||
  (draft.conflict === null &&
    draft.refusal === null &&
    differingFields(sendable(draft), draft.base.content).length > 0)

/** Whether the server has every word. */
export const isSaved = (draft: Draft): boolean =>
  draft.sending === null &&
  draft.conflict === null &&
  differingFields(draft.content, draft.base.content).length === 0

/** The draft with a save to send; the one that is under way already, where there is one. */
export function beginSave(draft: Draft): Draft {
  if (draft.sending !== null || !isWaiting(draft)) return draft
  const number = draft.lastNumber + 1
  return { ...draft, lastNumber: number, sending: { number, content: sendable(draft) } }
}

/** The body of the save that is under way; undefined where none is. */
export function changeOf({ base, device, sending }: Draft): LessonChange | undefined {
  if (sending === null) return undefined
  const fields = differingFields(sending.content, base.content)
  const changed = Object.fromEntries(fields.map((field) => [field, sending.content[field]]))
  return { version: base.version, device, number: sending.number, ...changed }
}

/** Brings what the server has into the text. `base` is what the text and the server's both come from. */
function takeIn(draft: Draft, base: LessonContent, theirs: KnownVersion): Draft {
  const { fields, conflicts } = mergeContents({ base, mine: draft.content, theirs: theirs.content })
  return {
    ...draft,
    base: { version: theirs.version, content: theirs.content },
    content: fields,
    sending: null,
    conflict: conflicts.length > 0 ? { fields: conflicts, base, theirs: theirs.content } : null,
    refusal: null,
  }
}

const isUnderWay = ({ sending }: Draft, number: number): boolean => sending?.number === number

/** The draft once the server has answered a save. An answer that comes twice, or too late, changes nothing. */
export function settleSave(draft: Draft, number: number, saved: KnownVersion): Draft {
  if (!isUnderWay(draft, number) || draft.sending === null) return draft
  // A server that was put back to an older backup: its text does not come from what was sent.
  if (saved.version < draft.base.version) return askAbout({ ...draft, sending: null }, saved)
  return takeIn(draft, draft.sending.content, saved)
}

/**
 * The draft once the server has found that others changed the same words. What the author has typed since then may have
 * ended the conflict, and this editor may know better what both began with: it merges again.
 */
export const refuseSave = (draft: Draft, number: number, theirs: KnownVersion): Draft =>
  isUnderWay(draft, number) ? learnVersion({ ...draft, sending: null }, theirs, draft.base.version) : draft

/** The draft once the server has refused what it says, with its sentence. */
export const rejectSave = (draft: Draft, number: number, refusal: string): Draft =>
  isUnderWay(draft, number) ? { ...draft, sending: null, refusal } : draft

/**
 * The draft once it is heard what the server has. While a save is under way its answer says so.
 * @param knownThen the version that the draft was based on when the lesson was read; 0 where that is not known. What
 *   was read before a save, and is heard after its answer, is old and says nothing
 */
export function learnVersion(draft: Draft, theirs: KnownVersion, knownThen: number): Draft {
  if (draft.sending !== null || draft.conflict !== null) return draft
  if (theirs.version < draft.base.version)
    return knownThen === draft.base.version ? askAbout(draft, theirs) : draft
  if (theirs.version === draft.base.version) return draft
  return takeIn(draft, draft.base.content, theirs)
}

/** The server has less than it said it had: what is different now, only the author can tell. */
function askAbout(draft: Draft, { version, content }: KnownVersion): Draft {
  const fields = differingFields(draft.content, content)
  const conflict = fields.length > 0 ? { fields, base: null, theirs: content } : null
  return { ...draft, base: { version, content }, conflict }
}

/** The draft once the author has decided; `chosen` are the fields of the conflict as they shall be. */
export const resolveConflict = (draft: Draft, chosen: Partial<LessonContent>): Draft => ({
  ...editDraft(draft, chosen),
  conflict: null,
})

/**
 * A draft of this browser that was left, by a crash or without a network, with what the page read of the lesson.
 * Undefined where it holds nothing that the server has not.
 */
export function reopenDraft(draft: Draft, source: KnownVersion): Draft | undefined {
  if (draft.sending !== null || draft.conflict !== null) return draft
  const reopened = learnVersion(draft, source, 0)
  return isSaved(reopened) ? undefined : reopened
}

/** Brings the words of another left draft of the lesson in; undefined where both changed the same. */
export function joinDrafts(draft: Draft, other: Draft): Draft | undefined {
  if (draft.conflict !== null || other.conflict !== null) return undefined
  const { fields, conflicts } = mergeContents({
    base: other.base.content,
    mine: draft.content,
    theirs: other.content,
  })
  return conflicts.length > 0 ? undefined : editDraft(draft, fields)
}
