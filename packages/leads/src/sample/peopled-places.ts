import { type ZipPlace, zipPlaces } from '../geography/zip-places.ts'
import { weightedPick } from './weighted-pick.ts'

/** Thousands of people by state, Census of 2020. */
const population = `AL 5024 AK 733 AZ 7152 AR 3012 CA 39538 CO 5774 CT 3606 DE 990 DC 690 FL 21538 GA 10712 HI 1455 ID 1839
IL 12813 IN 6786 IA 3190 KS 2938 KY 4506 LA 4658 ME 1362 MD 6177 MA 7030 MI 10077 MN 5706 MS 2961 MO 6155 MT 1084 NE 1962
NV 3105 NH 1378 NJ 9289 NM 2118 NY 20201 NC 10439 ND 779 OH 11799 OK 3959 OR 4237 PA 13003 RI 1097 SC 5118 SD 887 TN 6911
TX 29146 UT 3272 VT 643 VA 8631 WA 7705 WV 1794 WI 5894 WY 577 AS 50 GU 154 MP 47 PR 3286 VI 87`

const words = population.split(/\s+/)
const peopleOf = new Map(words.flatMap((code, i) => (i % 2 ? [] : [[code, Number(words[i + 1])] as const])))

/** Size of the squares in which points are counted: a quarter of a degree. */
const grid = 4
const squareOf = ({ lat, lon }: ZipPlace): string => `${Math.floor(lat * grid)},${Math.floor(lon * grid)}`
const pointOf = ({ lat, lon }: ZipPlace): string => `${lat},${lon}`

/**
 * Draws ZIPs by where people live: each state by its population, and within it ZIPs in a crowded quarter-degree square
 * before lone ones. ZIPs are drawn by the mail they get, so where they are close together, each also serves more
 * people. Those at the same point (post-office boxes, single large receivers) count as one.
 */
export function peopledPlaces(): { anywhere: Draw; inState(code: string): Draw; states: readonly string[] } {
  const all = [...zipPlaces().values()].toSorted((a, b) => (a.zip < b.zip ? -1 : 1))
  const atPoint = new Map<string, number>()
  const inSquare = new Map<string, number>()
  for (const place of all) {
    const before = atPoint.get(pointOf(place)) ?? 0
    atPoint.set(pointOf(place), before + 1)
    if (before === 0) inSquare.set(squareOf(place), (inSquare.get(squareOf(place)) ?? 0) + 1)
  }
  const crowdOf = (place: ZipPlace): number =>
    (inSquare.get(squareOf(place)) ?? 1) ** 0.9 / (atPoint.get(pointOf(place)) ?? 1)
  const byState = Map.groupBy(all, ({ state }) => state)
  const draws = new Map<string, Draw>()
  for (const [state, places] of byState) draws.set(state, weightedPick(places, crowdOf))
  const states = [...byState.keys()].toSorted()
  const pickState = weightedPick(states, (state) => peopleOf.get(state) ?? 0)
  const inState = (code: string): Draw => draws.get(code) ?? (() => all[0] as ZipPlace)
  return { anywhere: (random) => inState(pickState(random))(random), inState, states }
}

type Draw = (random: () => number) => ZipPlace
