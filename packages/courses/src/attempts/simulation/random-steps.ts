import { Program, type Step, stepKinds } from './program.ts'

/** Mulberry32: a small generator of numbers in [0, 1) that gives the same ones for the same seed. */
function openRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** How often each kind of step comes: a wiped storage is rare, clicks and messages are not. */
const weights: Readonly<Record<Step['kind'], number>> = {
  ...{ click: 20, send: 24, look: 8, deliver: 36, drop: 4, duplicate: 6 },
  ...{ crash: 3, wipe: 1, copy: 1, grade: 1, clock: 2 },
}

export const weightedKinds: readonly Step['kind'][] = stepKinds.flatMap((kind) =>
  Array.from({ length: weights[kind] }, () => kind),
)

/** The steps that a seed stands for. */
export function randomSteps(seed: number, length: number): Step[] {
  const random = openRandom(seed)
  const below = (count: number) => Math.floor(random() * count)
  return Array.from({ length }, () => ({
    kind: weightedKinds[below(weightedKinds.length)] ?? 'deliver',
    ...{ device: below(3), at: below(32), option: below(3) },
  }))
}

/** Runs these steps and then lets everything arrive. @throws Error naming the rule that does not hold */
export function runSteps(steps: readonly Step[]): Program {
  const program = new Program()
  for (const step of steps) program.step(step)
  program.finish()
  return program
}
