// Fails on groups of regular expressions that change flags, as `(?i:` does, in programs: V8 misses words of them.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findModifierGroups } from './modifier-groups.mjs'
import { root } from './setup.mjs'

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mts', '*.mjs', '*.js'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  // Its test has them as data.
  .filter((path) => path !== '' && path !== 'scripts/modifier-groups.test.ts')

const found = files.flatMap((path) =>
  findModifierGroups(readFileSync(join(root, path), 'utf8')).map(
    ({ line, group }) =>
      `${path}:${line}: ${group} changes flags within an expression: V8 misses words of such a group`,
  ),
)
if (found.length > 0) {
  process.stderr.write(`${found.join('\n')}\n`)
  process.exit(1)
}
