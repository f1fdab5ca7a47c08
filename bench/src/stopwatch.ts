/** Milliseconds that `work` took, and what it gave. */
export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const started = performance.now()
  const value = await work()
  return { ms: performance.now() - started, value }
}

/** The value below which `share` (0 to 1) of the numbers lie, by the nearest rank. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** The middle number; the mean of the two middle ones of an even list. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

export const geometricMean = (numbers: readonly number[]): number =>
  Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length)

export type Repetition = { readonly warmUps: number; readonly runs: number; readonly atMostMs: number }

/**
 * Medians need at least 15 runs; past `atMostMs` no further ones are added. Every answer must be the first one's equal.
 * @throws Error when two runs answer differently.
 */
export async function measure<T>(
  work: () => Promise<T>,
  { warmUps, runs, atMostMs }: Repetition,
): Promise<{ ms: number[]; answer: T }> {
  let answer = await work()
  for (let i = 1; i < warmUps; i++) answer = await work()
  const print = JSON.stringify(answer)
  const ms: number[] = []
  const end = performance.now() + atMostMs
  while (ms.length < 15 || (ms.length < runs && performance.now() < end)) {
    const run = await timed(work)
    ms.push(run.ms)
    if (JSON.stringify(run.value) !== print) throw new Error('Two runs of one query answered differently')
  }
  return { ms, answer }
}
