import { isSentence } from '@freeor/content/editing/fields'
import { mergeFields } from '@freeor/kernel/merge/merge-fields'

/** The texts of a form by field name. */
export type FormTexts = Readonly<Record<string, string>>

export type MergedForm = {
  readonly texts: FormTexts
  /** Where both changed the same words: the form keeps mine. */
  readonly conflicts: readonly string[]
}

type Sides = { readonly base: FormTexts; readonly mine: FormTexts; readonly theirs: FormTexts }

/** Takes what somebody else saved into a form that is being written in. The server merges a save by the same rule. */
export function mergeForm(sides: Sides): MergedForm {
  const names = Object.keys(sides.theirs)
  const units = names.map((name) => ({ fields: [name], isText: isSentence(sides.base[name]) }))
  const { fields, conflicts } = mergeFields<FormTexts>(units, sides)
  const kept = conflicts.map(String)
  const texts = names.map((name) => [name, (kept.includes(name) ? sides.mine : fields)[name] ?? ''])
  return { texts: Object.fromEntries(texts), conflicts: kept }
}

/**
 * Takes what the server made of a form's own save into the form, which may have been written in since. What the server
 * has comes from what was sent, with the spaces at its ends taken away and with what others saved before.
 */
export function settleForm({ base: sent, mine, theirs }: Sides): MergedForm {
  const names = Object.keys(theirs)
  const isTrimmed = (name: string) => sent[name]?.trim() === theirs[name]?.trim()
  const base = Object.fromEntries(names.map((name) => [name, (isTrimmed(name) ? theirs : sent)[name] ?? '']))
  const now = names.map((name) => [name, (mine[name] === sent[name] ? base : mine)[name] ?? ''])
  return mergeForm({ base, mine: Object.fromEntries(now), theirs })
}
