// Writes packages/leads/src/memory-columns/kernels.wasm from its text, kernels.wat.
// With --check it only compares, and fails when the committed file is not what the text says.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './setup.mjs'

const folder = join(root, 'packages/leads/src/memory-columns')
const openWabt = createRequire(join(root, 'packages/leads/package.json'))('wabt')
const wabt = await openWabt()
const text = readFileSync(join(folder, 'kernels.wat'), 'utf8')
const module = wabt.parseWat('kernels.wat', text, { simd: true, threads: true })
const made = Buffer.from(module.toBinary({}).buffer)
const target = join(folder, 'kernels.wasm')
if (!process.argv.includes('--check')) writeFileSync(target, made)
else if (!made.equals(readFileSync(target))) {
  process.stderr.write('kernels.wasm is not made of kernels.wat: run npm run generate:kernels\n')
  process.exit(1)
}
