/** A change of the address, from one search to the next. */
export type Step = { readonly search: string; readonly isPush: boolean }

type Asked = {
  /** The search in the history now. */
  at: string
  /** The last step, until it has ended. */
  underWay: Step | undefined
  replace: boolean
}

/**
 * The step to a search; undefined where it is under way. Nothing is twice in a row in the history, or Back would stay
 * where it is. A push that has not ended is not in the history yet: what takes its place is a push too, or the search
 * before it would be replaced.
 */
export function stepTo(search: string, { at, underWay, replace }: Asked): Step | undefined {
  if (underWay?.search === search) return undefined
  return { search, isPush: search !== at && (!replace || underWay?.isPush === true) }
}
