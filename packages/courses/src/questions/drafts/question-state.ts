import type { AuthorQuestion } from '../schema.ts'
import { chooseTheirs, mergeDrafts, type QuestionPart } from './merge-drafts.ts'
import { changeDraft, type DraftAction, draftOf, isSameDraft, type QuestionDraft } from './question-draft.ts'

/** A question that is being written. */
export type QuestionState = {
  /** What the draft began with: the version that the server is told to have been changed. */
  readonly base: AuthorQuestion
  readonly draft: QuestionDraft
  /** The draft as it was when it was sent; what is typed until the answer comes is kept. */
  readonly sent?: QuestionDraft | undefined
  /** What somebody else saved meanwhile, and the parts that both changed. */
  readonly conflict?: Conflict | undefined
  /** Whether words of an earlier visit were found in this browser. */
  readonly isFound?: boolean
}

export type Conflict = { readonly theirs: AuthorQuestion; readonly contested: readonly QuestionPart[] }

export type QuestionEvent =
  | { readonly type: 'edit'; readonly action: DraftAction }
  | { readonly type: 'send' | 'fail' | 'undo' }
  | { readonly type: 'save' | 'learn'; readonly question: AuthorQuestion }
  | { readonly type: 'find'; readonly base: AuthorQuestion; readonly draft: QuestionDraft }
  /** Takes these of the contested parts from the other person, and keeps one's own of the others. */
  | { readonly type: 'resolve'; readonly theirs: readonly QuestionPart[] }

export const openQuestion = (stored: AuthorQuestion): QuestionState => ({
  base: stored,
  draft: draftOf(stored),
})

export const isChanged = ({ base, draft }: Pick<QuestionState, 'base' | 'draft'>): boolean =>
  !isSameDraft(draft, draftOf(base))

/** What an event makes of a question that is being written. No event drops what its author typed. */
export function changeState(state: QuestionState, event: QuestionEvent): QuestionState {
  switch (event.type) {
    case 'edit':
      return { ...state, draft: changeDraft(state.draft, event.action) }
    case 'send':
      return { ...state, sent: state.draft }
    case 'fail':
      return { ...state, sent: undefined }
    case 'undo':
      return { base: state.base, draft: draftOf(state.base) }
    case 'save':
      return settle(state, event.question)
    case 'learn':
      return learn(state, event.question)
    case 'find':
      return find(state, event)
    case 'resolve':
      return resolve(state, event.theirs)
  }
}

/** Takes in what somebody else saved: merged where it can be, and otherwise as a conflict that the author decides. */
function learn(state: QuestionState, theirs: AuthorQuestion): QuestionState {
  const { base, draft: mine, conflict } = state
  const newest = conflict?.theirs.version ?? base.version
  if (theirs.version <= newest) return { ...state, sent: undefined }
  const { draft, contested } = mergeDrafts({ base: draftOf(base), mine, theirs: draftOf(theirs) })
  return contested.length === 0
    ? { ...state, base: theirs, draft, sent: undefined, conflict: undefined }
    : { ...state, draft, sent: undefined, conflict: { theirs, contested } }
}

/** The server has what was sent: new options have their ids, and words that it put right stand where nobody went on. */
function settle({ draft, sent, isFound = false }: QuestionState, saved: AuthorQuestion): QuestionState {
  const ids = new Map(sent?.options.map(({ key }, at) => [key, saved.options[at]]))
  const texts = new Map(sent?.options.map(({ key, text }) => [key, text]))
  const goesOn = (now: string, then: string | undefined, stored: string) => (now === then ? stored : now)
  const next: QuestionDraft = {
    question: goesOn(draft.question, sent?.question, saved.question),
    explanation: goesOn(draft.explanation, sent?.explanation, saved.explanation ?? ''),
    right: draft.right,
    options: draft.options.map((option) => {
      const stored = ids.get(option.key)
      if (!stored) return option
      return { ...option, id: stored.id, text: goesOn(option.text, texts.get(option.key), stored.text) }
    }),
  }
  return { base: saved, draft: next, isFound }
}

function find(state: QuestionState, kept: Pick<QuestionState, 'base' | 'draft'>): QuestionState {
  const found = learn(kept, state.base)
  if (!isChanged(found) && !found.conflict) return state
  return { ...found, isFound: true }
}

function resolve({ base, draft: mine, conflict }: QuestionState, parts: readonly QuestionPart[]) {
  if (!conflict) return { base, draft: mine }
  const theirs = draftOf(conflict.theirs)
  const { draft } = mergeDrafts({ base: draftOf(base), mine, theirs })
  return { base: conflict.theirs, draft: chooseTheirs(draft, theirs, parts) }
}
