import type { FileAccount } from '../file-account.ts'
import type { ReadQuestion } from '../read-file.ts'
import { type FoundPicture, pictureKeysIn } from './found-pictures.ts'
import { pictureComesIn } from './show-picture.ts'

/** All texts of a question. */
export const textsOf = ({ question, options, explanation }: Omit<ReadQuestion, 'answer'>): string[] => [
  question,
  ...options,
  explanation ?? '',
]

/** The pictures of a package come in with the first question that shows them. */
export function accountForPictures(
  files: readonly FileAccount[],
  questions: readonly ReadQuestion[],
  pictures: readonly FoundPicture[],
): FileAccount[] {
  const firstOf = new Map<string, number>()
  for (const [at, question] of questions.entries())
    for (const key of textsOf(question).flatMap(pictureKeysIn)) if (!firstOf.has(key)) firstOf.set(key, at)
  const shownBy = new Map(pictures.map(({ key, file }) => [file, firstOf.get(key) ?? null]))
  return files.map((file) => {
    const question = shownBy.get(file.name) ?? null
    if (question === null) return file
    const spans = file.spans.map((span) => ({
      ...span,
      ...{ fate: 'changed' as const, notes: [pictureComesIn], question },
    }))
    return { ...file, spans }
  })
}
