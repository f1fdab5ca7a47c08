import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testDatabase } from './postgres.ts'

test('two test databases have the product’s tables and do not see each other’s rows', async () => {
  const [one, other] = await Promise.all([testDatabase(), testDatabase()])
  try {
    const row = sql`INSERT INTO mail_suppressions (address, created_at) VALUES ('a@example.org', now())`
    await one.db.execute(row)
    expect((await one.db.execute(sql`SELECT address FROM mail_suppressions`)).rows).toHaveLength(1)
    expect((await other.db.execute(sql`SELECT address FROM mail_suppressions`)).rows).toHaveLength(0)
  } finally {
    await Promise.all([one.close(), other.close()])
  }
})
