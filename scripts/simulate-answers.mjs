// `npm run simulate:answers -- [steps] [seed]`: the answer protocol of quizzes, by default for 10 million steps.
import { install, nodeBinary, run } from './setup.mjs'

const [steps = '10000000', seed = String(Math.floor(Date.now() / 1000))] = process.argv.slice(2)
await install()
await run(nodeBinary(), ['packages/courses/src/attempts/simulation/run-simulation.ts', steps, seed])
