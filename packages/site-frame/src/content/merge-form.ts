import { isSentence } from '@freeor/content/editing/fields'
import { mergeFields } from '@freeor/kernel/merge/merge-fields'

/** The texts of a form by field name. */
export type FormTexts = Readonly<Record<string, string>>

export type MergedForm = {
  readonly texts: FormTexts
  /** Where both changed the same words: the form keeps mine. */
  readonly conflicts: readonly string[]
}

/** Takes what somebody else saved into a form that is being written in. The server merges a save by the same rule. */
export function mergeForm(sides: {
  readonly base: FormTexts
  readonly mine: FormTexts
  readonly theirs: FormTexts
}): MergedForm {
  const names = Object.keys(sides.theirs)
  const units = names.map((name) => ({ fields: [name], isText: isSentence(sides.base[name]) }))
  const { fields, conflicts } = mergeFields<FormTexts>(units, sides)
  const kept = conflicts.map(String)
  const texts = names.map((name) => [name, (kept.includes(name) ? sides.mine : fields)[name] ?? ''])
  return { texts: Object.fromEntries(texts), conflicts: kept }
}
