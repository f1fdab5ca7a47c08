import { randomSteps, runSteps } from './random-steps.ts'

/** `node run-simulation.ts STEPS SEED`: programs of random steps, one after the other, until so many steps are made. */
const [steps = 0, first = 1] = process.argv.slice(2).map(Number)
const LENGTH = 200

const started = performance.now()
let made = 0
let seed = first
for (; made < steps; seed += 1) {
  try {
    runSteps(randomSteps(seed, LENGTH))
  } catch (cause) {
    throw new Error(`Seed ${seed}, ${LENGTH} steps`, { cause })
  }
  made += LENGTH
}
const seconds = Math.round((performance.now() - started) / 1000)
process.stdout.write(`${made} steps in ${seconds} s by the seeds ${first} to ${seed - 1}: every rule holds\n`)
