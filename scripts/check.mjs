// `npm run check`: format and lint, types, what nobody uses, boundaries, words, regular expressions, migrations against the
// tables, and the API client against the code.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { allSites, install, nodeBinary, root, run, toolEnv } from './setup.mjs'

await install()
const tsc = join(root, 'node_modules/typescript/bin/tsc')
// These types take as long as everything else together, so they are checked beside it. More checkers than one take as
// long, and twice the processor time. What is wrong with them is told at the end, and by nobody where another check fails.
const types = spawn(nodeBinary(), [tsc, '--noEmit', '-p', '.', '--checkers', '1'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
  env: toolEnv(),
})
types.stdout.pipe(process.stdout)
const typesEnded = once(types, 'close')
process.on('exit', () => types.kill())
const tool = async (path, ...args) => await run(nodeBinary(), [join(root, 'node_modules', path), ...args])
await tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.')
for (const site of allSites.map((name) => `${name}-site`)) {
  await run(nodeBinary(), [join(root, 'node_modules/@react-router/dev/bin.cjs'), 'typegen'], {
    cwd: join(root, 'apps', site),
  })
  await run(nodeBinary(), [tsc, '--noEmit', '-p', `apps/${site}`, '--checkers', '1'])
}
await tool('knip/bin/knip.js', '--no-progress')
await run(nodeBinary(), [join(root, 'scripts/check-boundaries.mjs')])
await run(nodeBinary(), [join(root, 'scripts/check-words.mjs')])
await run(nodeBinary(), [join(root, 'scripts/check-modifier-groups.mjs')])
await run(nodeBinary(), [join(root, 'scripts/check-migrations.mjs')])
await run(nodeBinary(), [join(root, 'scripts/generate-api-client.mjs'), '--check'])
await run(nodeBinary(), [join(root, 'scripts/generate-kernels.mjs'), '--check'])
const [code] = await typesEnded
process.exit(code ?? 1)
