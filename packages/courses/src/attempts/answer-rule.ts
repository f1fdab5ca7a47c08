/** Which answer counts when several devices of one learner click. Pure, and the same in the server and in its tests. */

/** An answer as a device gave it. Its revision is the number of changes of this answer up to it. */
export type GivenAnswer = {
  readonly optionId: string
  readonly device: string
  readonly number: number
  readonly revision: number
}

/** The answer that counts, and those of other devices that its writer had not seen. */
export type AnswerState = GivenAnswer & { readonly others: readonly GivenAnswer[] }

/** A click: the device numbers its clicks, and says which revision of the answer it had seen (0: none). */
export type AnswerClick = {
  readonly optionId: string
  readonly device: string
  readonly number: number
  readonly seen: number
}

/**
 * The answer after a click. The click replaces what its own device gave before, and what its device had seen; answers of
 * other devices that it had not seen are kept beside it.
 * @param latest the highest number of the device's clicks on this question so far; 0 for none
 * @returns undefined for a click that a later one of its own device has overtaken: it changes nothing
 */
export function applyClick(
  state: AnswerState | undefined,
  latest: number,
  { optionId, device, number, seen }: AnswerClick,
): AnswerState | undefined {
  if (number <= latest) return undefined
  const inOrder: readonly GivenAnswer[] = state ? [...state.others, withoutOthers(state)] : []
  return {
    ...{ optionId, device, number },
    revision: (state?.revision ?? 0) + 1,
    others: inOrder.filter((one) => one.device !== device && one.revision > seen),
  }
}

const withoutOthers = ({ optionId, device, number, revision }: AnswerState): GivenAnswer => ({
  ...{ optionId, device, number, revision },
})

/** The other options that the learner is asked about: chosen on another device, and not known to the last writer. */
export const openOptions = ({ optionId, others }: Pick<AnswerState, 'optionId' | 'others'>): string[] => [
  ...new Set(others.map((one) => one.optionId).filter((other) => other !== optionId)),
]
