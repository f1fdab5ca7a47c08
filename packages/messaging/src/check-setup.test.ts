import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkMailSetup, type MailSetup } from './check-setup.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const key = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`
const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({
  type: 'spki',
  format: 'der',
})

type Records = Readonly<Record<string, readonly string[] | string>>

const good: Records = {
  'TXT freeor.com': ['v=spf1 ip4:192.0.2.1 -all'],
  'TXT bounces.freeor.com': ['v=spf1 ip4:192.0.2.1 -all'],
  'TXT s1._domainkey.freeor.com': [key],
  'TXT _dmarc.freeor.com': ['v=DMARC1; p=reject'],
  'MX bounces.freeor.com': ['mx.freeor.com'],
}

/** DNS with these records; a name with a code in place of them fails so. */
const dns = (records: Records) => async (name: string, type: string) => {
  const found = records[`${type} ${name}`]
  if (typeof found === 'string') throw Object.assign(new Error('no answer'), { code: found })
  if (found === undefined || found.length === 0)
    throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  return found.map((record) => [record])
}

const from = {
  ...{ name: 'Freeor', address: 'hello@freeor.com' },
  dkim: { domain: 'freeor.com', selector: 's1', privateKey },
}

async function check(records: Records = {}, changes: Partial<MailSetup> = {}) {
  const found = await checkMailSetup({
    ...{ from, bounceDomain: 'bounces.freeor.com', ip: '192.0.2.1' },
    resolver: dns({ ...good, ...records }),
    ...changes,
  })
  return {
    found,
    wrong: found.filter(({ ok }) => !ok).map(({ id }) => id),
    detailOf: (wanted: string) => found.find(({ id }) => id === wanted)?.detail,
  }
}

test('all is well, in sentences', async () => {
  const { found } = await check()
  expect(found).toEqual([
    { id: 'SPF', ok: true, detail: 'The record of bounces.freeor.com allows the address 192.0.2.1.' },
    { id: 'DKIM', ok: true, detail: 'The signature of freeor.com (s1) is right.' },
    { id: 'DMARC', ok: true, detail: 'The policy of freeor.com is met.' },
    { id: 'aligned', ok: true, detail: 'SPF and DKIM pass for the domain of From.' },
    { id: 'header', ok: true, detail: 'The header of the mail is complete.' },
    { id: 'bounces', ok: true, detail: 'bounces.freeor.com takes mail: what comes back has a way.' },
  ])
})

test.each<[what: string, records: Records, wrong: string[], said: [id: string, detail: RegExp]]>([
  [
    'no SPF',
    { 'TXT bounces.freeor.com': [] },
    ['SPF'],
    ['SPF', /bounces\.freeor\.com has no TXT record that begins with v=spf1/],
  ],
  [
    'another address',
    { 'TXT bounces.freeor.com': ['v=spf1 ip4:192.0.2.9 -all'] },
    ['SPF'],
    ['SPF', /does not allow .*192\.0\.2\.1/],
  ],
  ['an undecided record', { 'TXT bounces.freeor.com': ['v=spf1 ?all'] }, ['SPF'], ['SPF', /says nothing/]],
  [
    'a broken record',
    { 'TXT bounces.freeor.com': ['v=spf1 ipv4:nonsense include: -all'] },
    ['SPF'],
    ['SPF', /cannot be read/],
  ],
  [
    'two records',
    { 'TXT bounces.freeor.com': ['v=spf1 -all', 'v=spf1 ip4:192.0.2.1 -all'] },
    ['SPF'],
    ['SPF', /cannot be read/],
  ],
  [
    'no key',
    { 'TXT s1._domainkey.freeor.com': [] },
    ['DKIM'],
    ['DKIM', /no key at s1\._domainkey\.freeor\.com/],
  ],
  [
    'another key',
    { 'TXT s1._domainkey.freeor.com': [`v=DKIM1; p=${other.toString('base64')}`] },
    ['DKIM'],
    ['DKIM', /does not fit the key/],
  ],
  [
    'no DMARC',
    { 'TXT _dmarc.freeor.com': [] },
    ['DMARC', 'aligned'],
    ['DMARC', /_dmarc\.freeor\.com has no TXT record/],
  ],
  [
    'a DMARC that asks for nothing',
    { 'TXT _dmarc.freeor.com': ['v=DMARC1; p=none'] },
    [],
    ['DMARC', /p=none/],
  ],
  [
    'nothing that passes',
    { 'TXT bounces.freeor.com': [], 'TXT s1._domainkey.freeor.com': [] },
    ['SPF', 'DKIM', 'DMARC', 'aligned'],
    ['aligned', /Neither/],
  ],
  ['a domain that takes no mail', { 'MX bounces.freeor.com': [] }, ['bounces'], ['bounces', /no MX record/]],
  [
    'a DNS that does not answer',
    { 'TXT bounces.freeor.com': 'ESERVFAIL' },
    ['SPF'],
    ['SPF', /did not answer/],
  ],
])('%s is told', async (_what, records, wrong, [id, detail]) => {
  const result = await check(records)
  expect([result.wrong, result.detailOf(id)]).toEqual([wrong, expect.stringMatching(detail)])
})

test('a bounce domain of another owner does not align: the signature alone carries the mail', async () => {
  const { wrong, detailOf } = await check(
    { 'TXT bounces.elsewhere.net': ['v=spf1 ip4:192.0.2.1 -all'], 'MX bounces.elsewhere.net': ['mx'] },
    { bounceDomain: 'bounces.elsewhere.net' },
  )
  expect([wrong, detailOf('aligned')]).toEqual([[], 'DKIM passes for the domain of From.'])
})

test('without a key, and without an address, it says what to do', async () => {
  const { wrong, detailOf } = await check({}, { from: { ...from, dkim: undefined }, ip: undefined })
  expect(wrong).toEqual(['SPF', 'DKIM', 'DMARC', 'aligned'])
  expect(detailOf('SPF')).toMatch(/--ip/)
  expect(detailOf('DKIM')).toMatch(/set DKIM_KEY_FILE/)
})

test('a mail that arrived is judged as it is', async () => {
  const raw = [
    'Received: from mx.freeor.com (mx.freeor.com [192.0.2.1]) by mx.example.org; Mon, 23 Nov 2026 04:00:00 +0000',
    'Return-Path: <hello@freeor.com>',
    'From: hello@freeor.com',
    'From: thief@evil.example',
    'Subject: News',
    '',
    'x'.repeat(1200),
  ]
  const { wrong, detailOf } = await check({}, { message: Buffer.from(raw.join('\r\n')) })
  expect(wrong).toEqual(expect.arrayContaining(['DKIM', 'header']))
  expect(detailOf('DKIM')).toBe('The mail has no signature.')
  expect(detailOf('header')).toMatch(/date is missing.*from is there twice.*a line has more than 998/)
})
