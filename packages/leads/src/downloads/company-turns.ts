/**
 * One at a time for each company in this process, in the order they came, so that parallel requests of one company do
 * not each count against the same credits only to be refused. What must hold over processes as well stands in the
 * database.
 */
export type CompanyTurns = <T>(companyId: string, work: () => Promise<T>) => Promise<T>

export function openCompanyTurns(): CompanyTurns {
  const last = new Map<string, Promise<unknown>>()
  return async (companyId, work) => {
    const before = last.get(companyId) ?? Promise.resolve()
    const mine = before.then(work, work)
    last.set(companyId, mine)
    try {
      return await mine
    } finally {
      if (last.get(companyId) === mine) last.delete(companyId)
    }
  }
}

/** The turns of this process. */
export const takeTurn = openCompanyTurns()
