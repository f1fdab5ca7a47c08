/** Two-sided, 95%. */
const z = 1.959963984540054

export type Interval = [number, number]

/** Of a share of n (Wilson 1927). */
export function shareInterval(successes: number, n: number): Interval | null {
  if (n === 0) return null
  const share = successes / n
  const middle = (share + (z * z) / (2 * n)) / (1 + (z * z) / n)
  const half = (z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))) / (1 + (z * z) / n)
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}

/** Of a correlation of n pairs, by Fisher's transformation (1921). */
export function correlationInterval(r: number | null, n: number): Interval | null {
  if (r === null || n < 4) return null
  if (Math.abs(r) >= 1) return [r, r]
  const half = z / Math.sqrt(n - 3)
  return [Math.tanh(Math.atanh(r) - half), Math.tanh(Math.atanh(r) + half)]
}

/** Of a mean, from the standard deviation of the values. */
export function meanInterval(mean: number | null, deviation: number | null, n: number): Interval | null {
  if (mean === null || deviation === null || n < 2) return null
  const half = (z * deviation) / Math.sqrt(n)
  return [mean - half, mean + half]
}

/**
 * Of the coefficient of internal consistency, from the covariances of the questions (van Zyl, Neudecker and Nel 2000;
 * Duhachek and Iacobucci 2004).
 */
export function consistencyInterval(
  coefficient: number | null,
  covariances: readonly (readonly number[])[],
  n: number,
): Interval | null {
  const k = covariances.length
  if (coefficient === null || k < 2 || n < 2) return null
  const rows = covariances.map((row) => row.reduce((total, value) => total + value, 0))
  const whole = rows.reduce((total, value) => total + value, 0)
  const trace = covariances.reduce((total, row, at) => total + (row[at] ?? 0), 0)
  // The matrix is symmetric: the trace of its square is the sum of its squares, 1'V²1 that of the squares of its rows.
  const traceOfSquare = covariances.reduce(
    (total, row) => total + row.reduce((sum, value) => sum + value * value, 0),
    0,
  )
  const sumOfSquare = rows.reduce((total, value) => total + value * value, 0)
  if (whole <= 0) return null
  const q =
    ((2 * k * k) / ((k - 1) ** 2 * whole ** 3)) *
    (whole * (traceOfSquare + trace * trace) - 2 * trace * sumOfSquare)
  const half = z * Math.sqrt(Math.max(0, q) / n)
  return [coefficient - half, Math.min(1, coefficient + half)]
}
