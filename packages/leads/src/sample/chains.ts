import { type Industry, industries } from './industries.ts'
import { weightedPick, zipfWeight } from './weighted-pick.ts'

/** A business with many branches under one name. */
export type Chain = {
  readonly name: string
  readonly website: string
  readonly industry: Industry
  /** The one state it is in; undefined for a chain of the whole country. */
  readonly state: string | undefined
}

const count = 300
/** The largest are everywhere; the others stay in a state. */
const national = 60

/** The law of Zipf and Mandelbrot: like Zipf's, but the first few are of about one size. */
const flattened = 6

/** Chains, the largest first. */
export function chainsOf(
  random: () => number,
  { kinds, states }: { kinds: readonly string[]; states: readonly string[] },
): (random: () => number) => Chain {
  const branched = industries.filter(({ hasChains }) => hasChains)
  const pickIndustry = weightedPick(branched, (_, index) => zipfWeight(index))
  const chains = Array.from({ length: count }, (_, index): Chain => {
    const industry = pickIndustry(random)
    const kind = kinds[Math.floor(random() * kinds.length)] ?? ''
    const name = `${kind} ${industry.trade} Group ${index + 1}`
    return {
      name,
      website: `https://www.${name.toLowerCase().replaceAll(' ', '-')}.example`,
      industry,
      state: index < national ? undefined : states[Math.floor(random() * states.length)],
    }
  })
  return weightedPick(chains, (_, index) => zipfWeight(index + flattened))
}
