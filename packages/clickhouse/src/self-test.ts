import { ClickHouseError } from '@clickhouse/client'
import { z } from 'zod'
import type { Olap } from './olap.ts'
import type { Pools } from './pools.ts'
import { requireSearchText } from './search-text.ts'

/** READONLY, ACCESS_DENIED, SETTING_CONSTRAINT_VIOLATION. */
const refusals = new Set(['164', '497', '452'])

/** What the read-only session itself must refuse, whatever the check of the text says. */
const refusedByEngine = [
  "SELECT * FROM file('/etc/passwd', 'LineAsString')",
  "SELECT * FROM url('http://127.0.0.1:1/', 'CSV', 'a String')",
  "SELECT * FROM executable('x', 'CSV', 'a String')",
  "SELECT * FROM remote('127.0.0.1:1', system.one)",
  'SELECT 1 SETTINGS readonly = 0',
  'SELECT 1 SETTINGS max_execution_time = 600',
  'SET readonly = 0',
  'SET max_memory_usage = 0',
  'CREATE DATABASE self_test',
  'CREATE TABLE self_test_probe (a UInt8) ENGINE = Memory',
  'INSERT INTO system.one VALUES (1)',
  'OPTIMIZE TABLE system.one',
] as const

/** What a read-only session would let through: the check of the text before it must refuse it. */
export const refusedByText = [
  "SELECT file('/etc/passwd')",
  "SELECT `file`('/etc/passwd')",
  "SELECT 1 INTO OUTFILE '/tmp/x'",
  'KILL QUERY WHERE 1',
  "SELECT 1; SELECT file('/etc/passwd')",
  'SELECT * FROM system.processes',
  'SELECT * FROM `system`.`tables`',
  'SELECT * FROM INFORMATION_SCHEMA.TABLES',
  "SELECT * FROM merge('system', '.*')",
  'SELECT 1 SETTINGS readonly = 0',
  'SELECT 1 FORMAT Null',
  'SELECT 1 -- nothing after this',
  'USE system',
  "SET param_a = '1'",
] as const

/**
 * Shows at every start that the search session can do nothing but read our tables.
 * @throws Error naming the first statement that went through: the caller must not start.
 */
export async function proveSearchIsReadOnly(pools: Pools, olap: Olap): Promise<void> {
  for (const sql of refusedByText) {
    if (!throws(() => requireSearchText(sql)))
      throw new Error(`Search is not safe: the text of "${sql}" was let through`)
  }
  for (const sql of refusedByEngine) {
    if (await isLetThrough(pools, sql)) throw new Error(`Search is not safe: the engine let "${sql}" through`)
  }
  const row = z.object({ one: z.number() })
  // A machine that is slow while it starts must not be refused for it.
  const caps = { seconds: 60 }
  const [answer] = await olap.ask({ sql: 'SELECT {one:UInt8} AS one', params: { one: 1 }, row, caps })
  if (answer?.one !== 1) throw new Error('Search does not work: it cannot read back a bound value')
}

function throws(check: () => void): boolean {
  try {
    check()
    return false
  } catch {
    return true
  }
}

async function isLetThrough(pools: Pools, sql: string): Promise<boolean> {
  const settings = {
    max_execution_time: 3,
    max_memory_usage: '268435456',
    readonly: '1',
    wait_end_of_query: 1,
  } as const
  try {
    await pools.text.search.send({ sql, settings })
    return true
  } catch (error) {
    // Any other error, for example a missing table, would not prove that the session can only read.
    return !(error instanceof ClickHouseError && refusals.has(error.code))
  }
}
