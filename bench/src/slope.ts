export type Point = { readonly minutes: number; readonly value: number }

/** How much a value grows in a minute: the straight line that fits the points best. */
export function slope(points: readonly Point[]): number {
  const mean = (of: (point: Point) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [minutes, value] = [mean((point) => point.minutes), mean((point) => point.value)]
  const together = points.reduce((sum, one) => sum + (one.minutes - minutes) * (one.value - value), 0)
  return together / points.reduce((sum, one) => sum + (one.minutes - minutes) ** 2, 0)
}
