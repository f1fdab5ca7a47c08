/**
 * The same figures a second time, written by the definitions alone and in another way: sums of powers of raw values and
 * pairwise differences in place of deviations, so that a mistake is not made twice.
 */

type Marks = readonly (readonly number[])[]

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** Half the mean square of all differences, each pair once. */
function pairwiseVariance(values: readonly number[]): number {
  const n = values.length
  // Σ(i<j)(x_i - x_j)² = nΣx² - (Σx)²
  return (n * total(values.map((x) => x * x)) - total(values) ** 2) / (n * (n - 1))
}

const pairwiseCovariance = (x: readonly number[], y: readonly number[]): number =>
  (pairwiseVariance(x.map((value, at) => value + (y[at] ?? 0))) - pairwiseVariance(x) - pairwiseVariance(y)) /
  2

/** Fisher's k-statistics from sums of powers (Kendall and Stuart, The Advanced Theory of Statistics, 12.10). */
function kStatistics(values: readonly number[]): { k2: number; k3: number; k4: number } {
  const n = values.length
  // Around the median, so that the powers of large values lose no digits.
  const centre = [...values].sort((a, b) => a - b)[n >> 1] ?? 0
  const [s1, s2, s3, s4] = [1, 2, 3, 4].map((power) => total(values.map((x) => (x - centre) ** power))) as [
    number,
    number,
    number,
    number,
  ]
  const k2 = (n * s2 - s1 ** 2) / (n * (n - 1))
  const k3 = (2 * s1 ** 3 - 3 * n * s1 * s2 + n ** 2 * s3) / (n * (n - 1) * (n - 2))
  const k4 =
    (-6 * s1 ** 4 +
      12 * n * s1 ** 2 * s2 -
      3 * n * (n - 1) * s2 ** 2 -
      4 * n * (n + 1) * s1 * s3 +
      n ** 2 * (n + 1) * s4) /
    (n * (n - 1) * (n - 2) * (n - 3))
  return { k2, k3, k4 }
}

/** The figures of a quiz and its questions, in the units of the API. */
export function analyseByDefinition(marks: Marks) {
  const [n, k] = [marks.length, marks[0]?.length ?? 0]
  const scores = marks.map(total)
  const columns = Array.from({ length: k }, (_, at) => marks.map((row) => row[at] ?? 0))
  const { k2, k3, k4 } = kStatistics(scores)
  // Kuder and Richardson's formula 20, which is the coefficient where marks are 0 or 1, with n in place of n - 1 in both.
  const pq = total(columns.map((column) => (total(column) / n) * (1 - total(column) / n)))
  const coefficient = (k / (k - 1)) * (1 - pq / ((k2 * (n - 1)) / n))
  const questions = columns.map((column) => {
    const rest = scores.map((score, at) => score - (column[at] ?? 0))
    const right = rest.filter((_, at) => column[at] === 1)
    const wrong = rest.filter((_, at) => column[at] === 0)
    const share = right.length / n
    // The point-biserial correlation, from the means of those who got it right and of those who did not.
    const spread = Math.sqrt((pairwiseVariance(rest) * (n - 1)) / n)
    const difference = total(right) / right.length - total(wrong) / wrong.length
    const inOrder = [...rest].sort((a, b) => a - b)
    const most = pairwiseCovariance(
      [...column].sort((a, b) => a - b),
      inOrder,
    )
    return {
      facility: 100 * share,
      standardDeviation: 100 * Math.sqrt((share * (1 - share) * n) / (n - 1)),
      discriminationIndex: (100 * difference * Math.sqrt(share * (1 - share))) / spread,
      discriminationEfficiency: (100 * pairwiseCovariance(column, rest)) / most,
    }
  })
  return {
    quiz: {
      mean: (100 * total(scores)) / (n * k),
      standardDeviation: (100 * Math.sqrt(k2)) / k,
      skewness: k3 / k2 ** 1.5,
      kurtosis: k4 / k2 ** 2,
      coefficientOfInternalConsistency: 100 * coefficient,
      errorRatio: 100 * Math.sqrt(1 - coefficient),
      standardError: (100 * Math.sqrt(1 - coefficient) * Math.sqrt(k2)) / k,
    },
    questions,
  }
}
