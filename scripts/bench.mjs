// `npm run bench -- [part ...] [options]`: measures the server and the sites as `npm start` runs them.
import { build, install, nodeBinary, run } from './setup.mjs'

const args = process.argv.slice(2)
if (!args.includes('--help')) {
  await install()
  await build()
}
await run(nodeBinary(), ['--expose-gc', 'bench/src/main.ts', ...args])
