// Fails when a tables.ts says something that no migration does: generates into a copy and expects nothing new.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { nodeBinary, root } from './setup.mjs'

const folder = mkdtempSync(join(tmpdir(), 'freeor-migrations-'))
try {
  cpSync(join(root, 'packages/postgres/migrations'), folder, { recursive: true })
  const before = readdirSync(folder).length
  const args = [
    'generate',
    '--dialect=postgresql',
    '--schema=./packages/*/src/**/tables.ts',
    `--out=${relative(root, folder)}`,
  ]
  const made = spawnSync(nodeBinary(), [join(root, 'node_modules/drizzle-kit/bin.cjs'), ...args], {
    cwd: root,
    encoding: 'utf8',
  })
  if (made.status !== 0 || readdirSync(folder).length !== before) {
    process.stderr.write(
      `The migrations are not what tables.ts says: run npm run generate:migration\n${made.stdout}${made.stderr}`,
    )
    process.exit(1)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
