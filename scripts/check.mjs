// `npm run check`: format and lint, types, what nobody uses, boundaries, words, migrations against the tables, and the API
// client against the code.
import { join } from 'node:path'
import { allSites, install, nodeBinary, root, run } from './setup.mjs'

install()
const tool = (path, ...args) => run(nodeBinary(), [join(root, 'node_modules', path), ...args])
tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.')
for (const site of allSites.map((name) => `${name}-site`)) {
  run(nodeBinary(), [join(root, 'node_modules/@react-router/dev/bin.cjs'), 'typegen'], {
    cwd: join(root, 'apps', site),
  })
  tool('typescript/bin/tsc', '--noEmit', '-p', `apps/${site}`)
}
tool('typescript/bin/tsc', '--noEmit', '-p', '.')
tool('knip/bin/knip.js', '--no-progress')
run(nodeBinary(), [join(root, 'scripts/check-boundaries.mjs')])
run(nodeBinary(), [join(root, 'scripts/check-words.mjs')])
run(nodeBinary(), [join(root, 'scripts/check-migrations.mjs')])
run(nodeBinary(), [join(root, 'scripts/generate-api-client.mjs'), '--check'])
run(nodeBinary(), [join(root, 'scripts/generate-kernels.mjs'), '--check'])
