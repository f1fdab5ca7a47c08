// Writes packages/api-client/src/schema.d.ts from the OpenAPI document of the running code.
// With --check it only compares, and fails when the committed file is not what the code says.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { nodeBinary, root, run } from './setup.mjs'

const target = join(root, 'packages/api-client/src/schema.d.ts')
const document = spawnSync(nodeBinary(), ['apps/server/src/main.ts', 'openapi'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1e8,
})
if (document.status !== 0) {
  process.stderr.write(document.stderr)
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'freeor-openapi-'))
try {
  const source = join(folder, 'openapi.json')
  const made = join(folder, 'schema.d.ts')
  // Examples are for readers of the document; as comments they would make the client three times as long.
  const withoutExamples = (key, value) => (key === 'example' ? undefined : value)
  writeFileSync(source, JSON.stringify(JSON.parse(document.stdout, withoutExamples)))
  const require = createRequire(join(root, 'packages/api-client/package.json'))
  const cli = join(dirname(require.resolve('openapi-typescript/package.json')), 'bin/cli.js')
  await run(nodeBinary(), [cli, source, '-o', made, '--empty-objects-unknown'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const fresh = readFileSync(made, 'utf8')
  if (!process.argv.includes('--check')) writeFileSync(target, fresh)
  else if (readFileSync(target, 'utf8') !== fresh) {
    process.stderr.write(
      'packages/api-client/src/schema.d.ts is not what the code says: run npm run generate:api\n',
    )
    process.exit(1)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
