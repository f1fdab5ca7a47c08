import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeAbandoned } from './run-folder.ts'

test('the folder of a killed run is removed, those of running ones and of others stay', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'parent-'))
  const ended = spawn(process.execPath, ['-e', ''])
  await once(ended, 'exit')
  const [dead, running] = [`freeor-run-${ended.pid}-aBcD12`, `freeor-run-${process.pid}-aBcD12`]
  for (const name of [dead, running, 'freeor-run-', 'another-program']) {
    await mkdir(join(parent, name))
    await writeFile(join(parent, name, 'rows'), 'x')
  }
  await removeAbandoned(parent)
  expect((await readdir(parent)).toSorted()).toEqual(['another-program', 'freeor-run-', running].toSorted())
  await rm(parent, { recursive: true })
})

test('a run that Ctrl+C ends leaves no folder and no program that was given a place in it', async () => {
  const module = new URL('run-folder.ts', import.meta.url).href
  const run = spawn(process.execPath, [
    ...['--input-type=module', '--eval'],
    `const { openRunFolder } = await import(${JSON.stringify(module)})
     process.once('SIGINT', () => process.exit(130))
     const { spawn } = await import('node:child_process')
     const { path } = await openRunFolder()
     const args = ['-e', 'setInterval(() => {}, 1_000)', path + '/server']
     console.log(path, spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'inherit', 'inherit'] }).pid)
     setInterval(() => {}, 1_000)`,
  ])
  const [said] = await once(run.stdout.setEncoding('utf8'), 'data')
  const [path = '', program] = said.trim().split(' ')
  await access(path)
  expect(process.kill(Number(program), 0)).toBe(true)
  run.kill('SIGINT')
  // Closed is the output once the program, which writes to it too, is gone.
  expect(await once(run, 'close')).toEqual([130, null])
  await expect(access(path)).rejects.toThrow('ENOENT')
})
