// `npm run simulate -- [minutes] [seed]`: the simulated life of companies, by default an hour with a new seed.
import { install, nodeBinary, run } from './setup.mjs'

const [minutes = '60', seed = String(Math.floor(Date.now() / 1000))] = process.argv.slice(2)
await install()
process.stdout.write(`${minutes} minutes by seed ${seed}\n`)
await run(nodeBinary(), ['node_modules/vitest/vitest.mjs', 'run', 'apps/server/src/attacks/company-life'], {
  env: { ...process.env, SIMULATION_SECONDS: String(Number(minutes) * 60), SIMULATION_SEED: seed },
})
