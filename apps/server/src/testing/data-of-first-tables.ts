import { createHash, randomBytes, scryptSync } from 'node:crypto'
import type { OldDatabase } from '@freeor/testing/old-database'

/** What somebody had in the tables of the first migration: two companies with people, leads, a file and searches. */
export type FirstData = {
  readonly email: string
  readonly password: string
  readonly companies: number
  /** Leads that the owner has left. */
  readonly leadsLeft: number
  readonly file: { readonly id: string; readonly key: string; readonly content: Buffer }
  readonly leads: number
}

const fileContent = Buffer.from('lead_id,company\n1,Ada Bakery\n2,Bert Roofing\n3,Cleo Dental\n')

export const firstData: FirstData = {
  email: 'owner0@old.example',
  password: 'the password of back then',
  companies: 40,
  leadsLeft: 97,
  file: { id: 'dl_old', key: 'downloads/cmp_old0/dl_old-1.csv', content: fileContent },
  leads: 3,
}

const at = "timestamptz '2026-01-10 12:00Z'"

/** People with a company each, a member, sessions and a plan. Everybody has the same password. */
const people = `
  INSERT INTO users (id, name, email, email_verified, created_at, updated_at, role)
    SELECT 'usr_old' || n, 'Owner ' || n, 'owner' || n || '@old.example', true, ${at}, ${at},
      CASE WHEN n = 1 THEN 'super_admin' ELSE 'user' END FROM generate_series(0, 39) n
    UNION ALL SELECT 'usr_oldm', '', 'some.member@old.example', true, ${at}, ${at}, 'user';
  INSERT INTO accounts (id, account_id, provider_id, user_id, password)
    SELECT 'acc_' || id, id, 'credential', id, '$PASSWORD' FROM users;
  INSERT INTO companies (id, name, owner_user_id, created_at, updated_at)
    SELECT 'cmp_old' || n, CASE WHEN n = 2 THEN '' ELSE 'Company ' || n END, 'usr_old' || n, ${at}, ${at}
    FROM generate_series(0, 39) n;
  INSERT INTO company_members (id, company_id, user_id, role, created_at)
    SELECT 'mem_old' || n, 'cmp_old' || n, 'usr_old' || n, 'owner', ${at} FROM generate_series(0, 39) n
    UNION ALL SELECT 'mem_oldm', 'cmp_old0', 'usr_oldm', 'member', ${at};
  INSERT INTO sessions (id, token, user_id, expires_at)
    SELECT 'ses_' || id, 'token_' || id, id, now() + interval '7 days' FROM users;
  INSERT INTO customers (id, company_id, site, plan_id, subscription_status, billing_cycle_anchor, created_at, updated_at)
    SELECT 'cus_' || site || n, 'cmp_old' || n, site, 'freeor_free', 'active', extract(epoch FROM ${at})::bigint, ${at}, ${at}
    FROM generate_series(0, 39) n, unnest(ARRAY['leads', 'courses']) site;`

/** A grant each; the first company has a file of three leads, and credits that were given back. */
const money = `
  INSERT INTO credit_lots (id, company_id, site, kind, period, plan_id, granted, "left", starts_at, expires_at, created_at)
    SELECT 'lot_old' || n, 'cmp_old' || n, 'leads', 'bonus', 'old', 'freeor_free', 100, CASE WHEN n = 0 THEN 97 ELSE 100 END,
      ${at}, NULL, ${at} FROM generate_series(0, 39) n;
  INSERT INTO credit_ledger (id, company_id, site, lot_id, kind, amount, user_id, reason, at)
    SELECT 'led_old' || n, 'cmp_old' || n, 'leads', 'lot_old' || n, 'grant', 100, 'usr_old' || n, 'welcome', ${at}
    FROM generate_series(0, 39) n;
  INSERT INTO credit_reservations (id, download_id, company_id, user_id, site, amount, state, settled_amount, created_at, finished_at)
    VALUES ('rsv_old', 'dl_old', 'cmp_old0', 'usr_old0', 'leads', 3, 'settled', 3, ${at}, ${at});
  INSERT INTO credit_reservation_parts (reservation_id, lot_id, amount) VALUES ('rsv_old', 'lot_old0', 3);
  INSERT INTO credit_ledger (id, company_id, site, lot_id, kind, amount, user_id, download_id, file_name, at)
    VALUES ('led_oldd', 'cmp_old0', 'leads', 'lot_old0', 'debit', -3, 'usr_old0', 'dl_old', 'old.csv', ${at});
  INSERT INTO datasets (dict_id, name, created_at) VALUES ('old', 'Old leads', ${at});
  INSERT INTO downloads (id, company_id, user_id, idempotency_key, request_hash, search_name, dict_id, filter, dsl_filter, query_url,
      dataset_no, data_version, rows_version, version_rows, sort, columns, sort_columns, format, row_offset, suppress_owned, state,
      rows, new_leads, progress, file_name, file_key, bytes, sha256, created_at, updated_at, ready_at)
    SELECT 'dl_old', 'cmp_old0', 'usr_old0', 'key', 'hash', 'All', 'old', '', '', '', dataset_no, 1, 1, 3, '[]',
      '["lead_id", "company"]', '[]', 'csv', 0, false, 'ready', 3, 3, 1, 'old.csv', '${firstData.file.key}', ${fileContent.length},
      '${createHash('sha256').update(fileContent).digest('hex')}', ${at}, ${at}, ${at} FROM datasets;`

/** What people keep: searches, lists of ZIP codes, mail, the audit log, an import that failed. */
const work = `
  INSERT INTO saved_searches (id, user_id, dict_id, search_name, filter, dsl_filter, query_url, count, data_version, created_at, updated_at)
    SELECT 'srch_old' || n, 'usr_old' || n, 'old', 'Search ' || n, 'state = "TX"', 'state = "TX"', '/search/old', n, 1, ${at}, ${at}
    FROM generate_series(0, 39) n;
  INSERT INTO zip_lists (id, company_id, user_id, zips, count, content_hash, created_at)
    SELECT 'zl_old' || n, 'cmp_old' || n, 'usr_old' || n, ARRAY['77002', '75201'], 2, 'hash', ${at} FROM generate_series(0, 39) n;
  INSERT INTO mail_outbox (id, batch_id, "to", subject, text, html, template, headers, state, created_at, next_attempt_at, sent_at)
    SELECT 'mail_old' || n, 'b' || n, 'owner' || n || '@old.example', 'Hello', 'Hello', '<p>Hello</p>', 'welcome', '{}', 'sent',
      ${at}, ${at}, ${at} FROM generate_series(0, 39) n;
  INSERT INTO mail_suppressions (address, created_at) VALUES ('gone@old.example', ${at});
  INSERT INTO audit_log (id, at, actor_user_id, company_id, action)
    SELECT 'aud_old' || n, ${at}, 'usr_old' || n, 'cmp_old' || n, 'account.created' FROM generate_series(0, 39) n;
  INSERT INTO attempt_counters (key, count, window_started_at) VALUES ('sign-in:account:old', 3, ${at});
  INSERT INTO verifications (id, identifier, value, expires_at) VALUES ('ver_old', 'old', 'value', ${at});
  INSERT INTO imports (id, dict_id, version, state, phase, source_name, bytes_total, failure, started_at, progress_at, ended_at)
    VALUES ('imp_old', 'old', 1, 'failed', 'reading', 'old.csv', 10, 'It could not be read', ${at}, ${at}, ${at});`

/** A password as the first version stored it. */
function hash(password: string): string {
  const salt = randomBytes(16).toString('hex')
  const key = scryptSync(password, salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 })
  return `${salt}:${key.toString('hex')}`
}

/** Puts the data into the tables that the first migration makes. */
export async function addFirstData({ pool }: Pick<OldDatabase, 'pool'>): Promise<void> {
  for (const sql of [people.replace('$PASSWORD', hash(firstData.password)), money, work])
    await pool.query(sql)
}

/** What the search engine of that time had: the leads of the file, in the table that named their download. */
export const firstOwnedLeads = [
  `CREATE TABLE freeor.owned_leads (company_id LowCardinality(String), dataset_no UInt32, download_id String, lead_id UInt64,
    row UInt64, frozen_at DateTime('UTC')) ENGINE = MergeTree ORDER BY (company_id, dataset_no, download_id, lead_id)`,
  `INSERT INTO freeor.owned_leads SELECT 'cmp_old0', 1, 'dl_old', number + 1, number, now() FROM numbers(${firstData.leads})`,
]
