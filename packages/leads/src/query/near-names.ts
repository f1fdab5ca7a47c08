/** Edit distance (insert, delete, replace, swap of neighbours): optimal string alignment. */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (before[j - 2] ?? 0) + 1)
      }
      row.push(best)
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}

/** Names close to a mistyped one, closest first: similar letters, or one contains the other. */
export function nearNames(name: string, known: readonly string[], limit = 5): string[] {
  const typed = name.toLowerCase()
  const tolerance = Math.max(1, Math.floor(typed.length / 3))
  return known
    .map((candidate) => {
      const distance = editDistance(typed, candidate.toLowerCase())
      const holds = typed.length >= 3 && (candidate.includes(typed) || typed.includes(candidate))
      return { candidate, distance, isNear: distance <= tolerance || holds }
    })
    .filter(({ isNear }) => isNear)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, limit)
    .map(({ candidate }) => candidate)
}
