import { glob } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Database } from '@freeor/postgres/database'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { sql } from 'drizzle-orm'

/**
 * Creates every table declared in a package's `tables.ts`, for as long as no migration has been generated. A file
 * that cannot be loaded is left out with a warning, so one package's half-done tables do not stop another's tests.
 */
export async function createTables(db: Database): Promise<void> {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const declared: Record<string, unknown> = {}
  for await (const file of glob('packages/*/src/**/tables.ts', { cwd: root })) {
    try {
      const tables = (await import(pathToFileURL(`${root}/${file}`).href)) as Record<string, unknown>
      for (const [name, value] of Object.entries(tables)) declared[`${file}:${name}`] = value
    } catch (error) {
      console.warn(`The tables of ${file} were left out: ${String(error)}`)
    }
  }
  const statements = await generateMigration(generateDrizzleJson({}), generateDrizzleJson(declared))
  for (const statement of statements) await db.execute(sql.raw(statement))
}
