import { organizationTexts } from '../texts/organization.ts'

const words = organizationTexts.members

/** In the order of the lessons, in percent; null where none is graded. */
export type Scores = readonly (number | null)[]

/** Nobody listens to more of them; the page of the member has them all. */
const mostSpoken = 30

/**
 * The scores in words: lessons of the same score that follow each other are named together, and where still too many are
 * left, how many are graded and between which scores.
 */
export function summarizeScores(scores: Scores): string {
  const runs: { from: number; to: number; score: number | null }[] = []
  for (const [at, score] of scores.entries()) {
    const last = runs.at(-1)
    if (last && last.score === score) last.to = at + 1
    else runs.push({ from: at + 1, to: at + 1, score })
  }
  if (runs.length <= mostSpoken)
    return runs
      .map(({ from, to, score }) =>
        from === to ? words.lesson(from, score) : words.lessonRun(from, to, score),
      )
      .join(', ')
  const graded = scores.filter((score) => score !== null)
  return words.scores(graded.length, scores.length, Math.min(...graded), Math.max(...graded))
}
