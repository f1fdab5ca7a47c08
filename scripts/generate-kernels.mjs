// Writes each .wasm of the kernels from its text, the .wat beside it.
// With --check it only compares, and fails when a committed file is not what its text says.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { root } from './setup.mjs'

const sources = ['memory-columns/kernels.wat', 'import/file/plain-rows.wat']

const openWabt = createRequire(join(root, 'packages/leads/package.json'))('wabt')
const wabt = await openWabt()
for (const source of sources) {
  const path = join(root, 'packages/leads/src', source)
  const target = path.replace(/wat$/, 'wasm')
  const module = wabt.parseWat(basename(path), readFileSync(path, 'utf8'), { simd: true, threads: true })
  const made = Buffer.from(module.toBinary({}).buffer)
  if (!process.argv.includes('--check')) writeFileSync(target, made)
  else if (!made.equals(readFileSync(target))) {
    process.stderr.write(
      `${basename(target)} is not made of ${basename(path)}: run npm run generate:kernels\n`,
    )
    process.exit(1)
  }
}
