import { columnName } from '../dictionaries/lead-table.ts'
import type { Column } from '../schema.ts'
import { companyWordsSql, domainSql, e164PhoneSql, lowerEmailSql } from '../suppression/normal-sql.ts'
import { addressColumns, companyColumns } from '../suppression/profiles.ts'

/** Hosts of mail and of pages that many businesses share: they say nothing of whose a domain is. */
const sharedHosts = [
  ...[
    'gmail.com',
    'googlemail.com',
    'yahoo.com',
    'ymail.com',
    'rocketmail.com',
    'hotmail.com',
    'outlook.com',
  ],
  ...[
    'live.com',
    'msn.com',
    'aol.com',
    'aim.com',
    'icloud.com',
    'me.com',
    'mac.com',
    'comcast.net',
    'att.net',
  ],
  ...['sbcglobal.net', 'bellsouth.net', 'verizon.net', 'cox.net', 'charter.net', 'earthlink.net', 'juno.com'],
  ...['netzero.net', 'windstream.net', 'frontier.com', 'centurylink.net', 'optonline.net', 'roadrunner.com'],
  ...['embarqmail.com', 'protonmail.com', 'proton.me', 'gmx.com', 'mail.com', 'zoho.com', 'fastmail.com'],
  ...['facebook.com', 'm.facebook.com', 'instagram.com', 'linkedin.com', 'twitter.com', 'x.com', 'yelp.com'],
  ...['youtube.com', 'linktr.ee', 'sites.google.com', 'business.site', 'goo.gl', 'bit.ly', 'etsy.com'],
]

/** What is compared of a row or of a lead, as SQL: the contacts as arrays, the rest as texts, '' for none. */
export type Side = {
  readonly emails: string
  readonly phones: string
  readonly domains: string
  readonly name: string
  /** The first number of the street. */
  readonly door: string
  /** Five digits. */
  readonly zip: string
}

export const listed = (texts: readonly string[]): string =>
  texts.length === 0 ? 'emptyArrayString()' : `[${texts.join(', ')}]`

export const hosts = (texts: readonly string[]): string =>
  `arrayFilter(host -> host NOT IN (${sharedHosts.map((host) => `'${host}'`).join(', ')}), ${listed(texts.map(domainSql))})`

export const doorSql = (street: string): string => `extract(${street}, '[0-9]+')`

/** What is compared of a lead. */
export function sideOfLeads(columns: readonly Column[]): Side {
  const cells = (kind: Column['kind']) =>
    columns.filter((column) => column.kind === kind).map((column) => columnName(column))
  const [company] = companyColumns(columns)
  const [address] = addressColumns(columns)
  return {
    emails: listed(cells('email').map(lowerEmailSql)),
    phones: listed(cells('phone').map(e164PhoneSql)),
    domains: hosts([...cells('url'), ...cells('email')]),
    name: company ? companyWordsSql(columnName(company)) : "''",
    door: address ? doorSql(columnName(address)) : "''",
    zip: 'toString(p_zip)',
  }
}
