import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrationsFolder } from '@freeor/postgres/migrate'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createAccount, ensureOwnCompany } from '../commands.ts'
import { companies, users } from '../tables.ts'
import { openCompanyFixture } from './testing.ts'

const currentFixture = openCompanyFixture()

test('a company cannot be without a name', async () => {
  const { database, companyId } = currentFixture()
  const nameless = database.db.update(companies).set({ name: ' ' }).where(eq(companies.id, companyId))
  await expect(nameless).rejects.toMatchObject({ cause: { constraint: 'companies_name_not_empty' } })
})

test('companies that a sign-up left nameless get the names of their owners, and the others keep theirs', async () => {
  const { system, database, companyId } = currentFixture()
  const now = system.auth.clock.now()
  const own = async (email: string, name: string) => {
    const { userId } = await createAccount(database.db, { email, name: 'x', passwordHash: 'none', now })
    await database.db.update(users).set({ name }).where(eq(users.id, userId))
    const id = await ensureOwnCompany(database.db, { userId, email, name: 'x', now }, async () => undefined)
    await database.db.update(companies).set({ name: '' }).where(eq(companies.id, id))
    return id
  }
  await database.db.execute(sql`ALTER TABLE companies DROP CONSTRAINT companies_name_not_empty`)
  const ids = [
    await own('ada.lovelace+1@names.example', 'ada.lovelace+1'),
    await own('grace@names.example', 'Grace Hopper'),
    await own('4711@names.example', '4711'),
    companyId,
  ]
  for (const statement of await readStatements('company_names')) await database.db.execute(statement)
  const names = await Promise.all(
    ids.map(async (id) => (await database.db.select().from(companies).where(eq(companies.id, id)))[0]?.name),
  )
  expect(names.slice(0, 3)).toEqual(['Ada Lovelace', 'Grace Hopper', 'Freeor customer'])
  expect(names[3]).toMatch(/^owner\d+$/)
})

/** The SQL of the migration with this name. */
async function readStatements(name: string): Promise<string[]> {
  const file = (await readdir(migrationsFolder)).find((each) => each.endsWith(`_${name}.sql`))
  const text = await readFile(join(migrationsFolder, file ?? name), 'utf8')
  return text.split('--> statement-breakpoint')
}
