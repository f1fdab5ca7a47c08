// Fails on words that `docs/glossary.md` replaces: in code, tests, styles and documents, whole or as part of a name.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findReplacedWords, readReplacedWords } from './replaced-words.mjs'
import { root } from './setup.mjs'

const glossary = 'docs/glossary.md'

/** Decision records are history; the other files have these words as data. */
const exempt = [
  glossary,
  'docs/decisions/',
  'packages/accounts/src/common-passwords.ts',
  'packages/api-client/src/schema.d.ts',
  'packages/leads/src/import/cells/person-names.ts',
  'packages/leads/src/import/columns/kind-words.ts',
  'packages/leads/src/own-lists/name-column.ts',
  'packages/leads/src/suppression/street-words.ts',
  'scripts/replaced-words',
]

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.css', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && !exempt.some((start) => path.startsWith(start)))

const words = readReplacedWords(readFileSync(join(root, glossary), 'utf8'))
const found = files.flatMap((path) =>
  findReplacedWords(words, `${path}\n${readFileSync(join(root, path), 'utf8')}`).map(
    ({ line, word, instead }) => `${path}:${Math.max(1, line - 1)}: "${word}" is "${instead}" in ${glossary}`,
  ),
)
if (found.length > 0) {
  process.stderr.write(`${found.join('\n')}\n`)
  process.exit(1)
}
