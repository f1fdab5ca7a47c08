import { expect, test } from 'vitest'
import { isIssuerOf, issuerProblem } from './presets.ts'

const tenant = 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0'
const common = 'https://login.microsoftonline.com/common/v2.0'

test('the address for all Microsoft tenants matches the issuer of each tenant, and nothing else', () => {
  expect(isIssuerOf(common, tenant)).toBe(true)
  expect(isIssuerOf(tenant, tenant)).toBe(true)
  for (const other of [
    'https://login.microsoftonline.com/{tenantid}/v2.0',
    'https://login.microsoftonline.com.evil.example/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
    `https://evil.example/?${tenant}`,
    common,
  ])
    expect(isIssuerOf(common, other), other).toBe(false)
  expect(isIssuerOf(tenant, tenant.replace('9188', '9199'))).toBe(false)
})

test('another issuer is recognized by its whole address', () => {
  expect(isIssuerOf('https://login.example.com/', 'https://login.example.com')).toBe(true)
  expect(isIssuerOf('https://login.example.com', 'https://login.example.com/realm')).toBe(false)
})

test.each([
  ['login.example.com', 'must be an address like https://login.example.com'],
  ['http://login.example.com', 'must begin with https://'],
  ['https://login.example.com?a=b', 'must be an address without query, fragment or user'],
  [
    'https://login.microsoftonline.com/contoso.com/v2.0',
    'must be like https://login.microsoftonline.com/common/v2.0, or with the id of a tenant in place of common',
  ],
])('the issuer %s is refused', (issuer, sentence) => {
  expect(issuerProblem(issuer)).toBe(sentence)
})

test.each([common, tenant, 'https://accounts.google.com', 'http://127.0.0.1:4000', 'http://localhost:1'])(
  'the issuer %s is accepted',
  (issuer) => {
    expect(issuerProblem(issuer)).toBeUndefined()
  },
)
