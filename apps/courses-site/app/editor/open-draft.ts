import {
  type Draft,
  isSaved,
  joinDrafts,
  type KnownVersion,
  newDraft,
  reopenDraft,
} from '@freeor/courses/authoring/lessons/saving-queue'
import { claimDraft, releaseDraft } from './claim-draft.ts'
import { forgetDraft, keepDraft, listDrafts } from './draft-storage.ts'

export type OpenedDraft = {
  readonly draft: Draft
  /** Whether it has words of an earlier visit that the server has not. */
  readonly isFound: boolean
}

const randomName = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

type Of = Pick<Draft, 'lessonId' | 'userId'>

/**
 * The draft of a lesson for this tab: what an earlier visit left in this browser, with what the server has now. Drafts
 * that are open in other tabs stay theirs; one that contradicts what was found first stays for the next visit.
 */
export async function openDraft(of: Of, source: KnownVersion): Promise<OpenedDraft> {
  let draft: Draft | undefined
  for (const left of await listDrafts(of).catch(() => [])) {
    if (!(await claimDraft(left.device))) continue
    const found = reopenDraft(left, source)
    const joined = draft && found ? joinDrafts(draft, found) : (draft ?? found)
    if (draft && !joined) {
      releaseDraft(left.device)
      continue
    }
    // Kept under its new name before the old one goes; where nothing can be kept, the old one stays for the next visit.
    const isKept = joined === undefined || (await keepDraft(joined))
    if (isKept && joined?.device !== left.device) await forgetAndRelease(left.device)
    draft = joined
  }
  const isFound = draft !== undefined && !isSaved(draft)
  if (draft) return { draft, isFound }
  const device = randomName()
  await claimDraft(device)
  return { draft: newDraft({ ...of, device }, source), isFound }
}

async function forgetAndRelease(device: string) {
  await forgetDraft({ device })
  releaseDraft(device)
}
