// `npm run simulate:queries -- [queries] [seed]`: random queries, asked of all three evaluators of the language, by
// default a million with a new seed.
import { install, nodeBinary, run } from './setup.mjs'

const [queries = '1000000', seed = String(Math.floor(Date.now() / 1000))] = process.argv.slice(2)
await install()
process.stdout.write(`${queries} queries by seed ${seed}\n`)
await run(
  nodeBinary(),
  ['node_modules/vitest/vitest.mjs', 'run', 'packages/leads/src/query/compile-query.test.ts'],
  {
    env: { ...process.env, SIMULATION_QUERIES: queries, SIMULATION_SEED: seed },
  },
)
