import fc from 'fast-check'
import { expect } from 'vitest'
import { applyMoves, type OrderMove } from './apply-moves.ts'

/** A list that two people order, its items named by letters. */
type OrderedByTwo = {
  readonly letters: readonly string[]
  /** The order as this person reads it from the server. */
  read(who: 0 | 1): Promise<string[]>
  move(who: 0 | 1, move: OrderMove): Promise<void>
}

/**
 * However two people's moves interleave, both screens end with the order of the server, and no item is lost. A screen
 * shows a move at once, and sends it then or later; both are told of each other's and read again.
 */
export async function expectOneOrder({ letters, read, move }: OrderedByTwo): Promise<void> {
  const step = fc.record({
    who: fc.constantFrom(0 as const, 1 as const),
    sends: fc.boolean(),
    id: fc.constantFrom(...letters),
    after: fc.option(fc.constantFrom(...letters), { nil: null }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12, size: 'max' }), async (steps) => {
      const begin = await read(0)
      const screens = ([0, 1] as const).map((who) => ({
        ...{ who, shown: begin as readonly string[], waiting: [] as OrderMove[] },
      }))
      for (const { who, sends, id, after } of steps) {
        const screen = screens[who]
        if (!screen || id === after) continue
        screen.shown = applyMoves(screen.shown, [{ id, after }])
        screen.waiting.push({ id, after })
        if (sends) for (const one of screen.waiting.splice(0)) await move(who, one)
      }
      await Promise.all(
        screens.map(async ({ who, waiting }) => {
          for (const one of waiting.splice(0)) await move(who, one)
        }),
      )
      const [mine, theirs] = [await read(0), await read(1)]
      expect(mine).toEqual(theirs)
      expect(mine.toSorted()).toEqual(letters)
      // Where one of the two moved nothing, the server's order is what the other's screen shows.
      const movers = new Set(steps.filter(({ id, after }) => id !== after).map(({ who }) => who))
      const [only] = movers
      if (movers.size === 1) expect(mine).toEqual(screens[only ?? 0]?.shown)
    }),
    { numRuns: 25 },
  )
}
