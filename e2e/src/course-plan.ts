import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { Person } from './people.ts'

/** Gives a person's account the free course plan, as choosing it does. */
export async function giveFreeCoursePlan({ email }: Person): Promise<void> {
  const announced = JSON.parse(await readFile(join(inject('dataDir'), 'engines.json'), 'utf8'))
  const database = new pg.Client({ connectionString: announced.databaseUrl })
  await database.connect()
  try {
    const { rowCount } = await database.query(
      `INSERT INTO customers (id, company_id, site, plan_id, subscription_status, billing_cycle_anchor, created_at, updated_at)
       SELECT $1, companies.id, 'courses', 'freeor_free', 'active', 0, now(), now()
       FROM companies JOIN users ON users.id = companies.owner_user_id WHERE users.email = $2`,
      [`cus_${randomBytes(13).toString('hex')}`, email],
    )
    if (rowCount !== 1) throw new Error(`${email} has no account`)
  } finally {
    await database.end()
  }
}
