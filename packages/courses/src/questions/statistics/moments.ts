/** Plain figures of lists of numbers. Where a figure is not defined, it is null. */

export const sum = (values: ArrayLike<number>): number => {
  let total = 0
  for (let at = 0; at < values.length; at++) total += values[at] ?? 0
  return total
}

export const mean = (values: ArrayLike<number>): number | null =>
  values.length === 0 ? null : sum(values) / values.length

/** A list of numbers of a length, each from its position. */
export function numbersFrom(length: number, value: (at: number) => number): Float64Array {
  const numbers = new Float64Array(length)
  for (let at = 0; at < length; at++) numbers[at] = value(at)
  return numbers
}

/** The values less their mean. */
export function deviations(values: ArrayLike<number>): Float64Array {
  const middle = mean(values) ?? 0
  return numbersFrom(values.length, (at) => (values[at] ?? 0) - middle)
}

/** The sum of (x - mean x)(y - mean y), divided by n - 1. */
export function covariance(x: ArrayLike<number>, y: ArrayLike<number>): number | null {
  const n = x.length
  if (n < 2) return null
  const [meanX, meanY] = [sum(x) / n, sum(y) / n]
  let total = 0
  for (let at = 0; at < n; at++) total += ((x[at] ?? 0) - meanX) * ((y[at] ?? 0) - meanY)
  return total / (n - 1)
}

export const variance = (values: ArrayLike<number>): number | null => covariance(values, values)

export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

/** The mean of the deviations to a power. */
function moment(values: ArrayLike<number>, power: number): number {
  const n = values.length
  const middle = sum(values) / n
  let total = 0
  for (let at = 0; at < n; at++) total += ((values[at] ?? 0) - middle) ** power
  return total / n
}

/** Deviations as small as this are what is left by rounding. */
const nothing = 1e-12

/** The skewness by k-statistics: k3 / k2^(3/2). */
export function skewness(values: ArrayLike<number>): number | null {
  const n = values.length
  const k2 = variance(values)
  if (n < 3 || k2 === null || k2 < nothing) return null
  const k3 = (n * n * moment(values, 3)) / ((n - 1) * (n - 2))
  return k3 / k2 ** 1.5
}

/** The excess kurtosis by k-statistics: k4 / k2^2; 0 for a normal distribution. */
export function kurtosis(values: ArrayLike<number>): number | null {
  const n = values.length
  const k2 = variance(values)
  if (n < 4 || k2 === null || k2 < nothing) return null
  const m2 = moment(values, 2)
  const k4 = (n * n * ((n + 1) * moment(values, 4) - 3 * (n - 1) * m2 * m2)) / ((n - 1) * (n - 2) * (n - 3))
  return k4 / (k2 * k2)
}

/** The correlation of two lists; null where one of them is the same everywhere. */
export function correlation(x: ArrayLike<number>, y: ArrayLike<number>): number | null {
  const [both, ofX, ofY] = [covariance(x, y), variance(x), variance(y)]
  if (both === null || ofX === null || ofY === null || ofX < nothing || ofY < nothing) return null
  return Math.max(-1, Math.min(1, both / Math.sqrt(ofX * ofY)))
}
