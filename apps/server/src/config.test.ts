import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('without any variable the embedded engines, folders and the two ports are chosen', () => {
  const config = readConfig({})
  expect(config.postgres).toEqual({ kind: 'embedded' })
  expect(config.clickhouse).toEqual({ kind: 'embedded' })
  expect(config.files).toEqual({ kind: 'folder' })
  expect(config.mail).toEqual({ kind: 'folder' })
  expect(config.billing).toEqual({ kind: 'embedded' })
  expect([config.addresses.leads.port, config.addresses.courses.port]).toEqual([3000, 3001])
})

test('MAIL=smtp demands SMTP_URL and says so', () => {
  expect(() => readConfig({ MAIL: 'smtp' })).toThrow(/SMTP_URL/)
  expect(readConfig({ SMTP_URL: 'smtp://localhost:25' }).mail).toEqual({
    kind: 'smtp',
    url: 'smtp://localhost:25',
  })
})

test('a wrong value stops the start with the name of its variable', () => {
  expect(() => readConfig({ LEADS_PORT: 'eighty' })).toThrow(/LEADS_PORT/)
  expect(() => readConfig({ DATABASE_URL: 'mysql://localhost/x' })).toThrow(/DATABASE_URL/)
  expect(() => readConfig({ LEADS_URL: 'https://leads.example.com' })).toThrow(ConfigError)
})

test('what sharing earns is what the environment says, each variable its own; 0 gives none', () => {
  expect(readConfig({}).shareIncentive).toEqual({ perRecipient: 5, monthly: 100 })
  expect(readConfig({ SHARE_INCENTIVE: '7', SHARE_INCENTIVE_MONTHLY: '50' }).shareIncentive).toEqual({
    ...{ perRecipient: 7, monthly: 50 },
  })
  expect(readConfig({ SHARE_INCENTIVE: '0' }).shareIncentive.perRecipient).toBe(0)
  for (const wrong of ['-1', '1001', 'five', '1.5'])
    expect(() => readConfig({ SHARE_INCENTIVE: wrong })).toThrow(/SHARE_INCENTIVE/)
  expect(() => readConfig({ SHARE_INCENTIVE_MONTHLY: '100001' })).toThrow(/SHARE_INCENTIVE_MONTHLY/)
})

test('SITES says which sites are served; with Courses alone there is no search engine', () => {
  expect(readConfig({}).sites).toEqual(['leads', 'courses'])
  expect(readConfig({ SITES: ' courses , leads' }).sites).toEqual(['leads', 'courses'])
  const alone = readConfig({ SITES: 'courses', CLICKHOUSE_URL: 'http://localhost:8123' })
  expect(alone).toMatchObject({ sites: ['courses'], clickhouse: { kind: 'off' } })
  for (const SITES of ['lead', 'leads,shop', ','])
    expect(() => readConfig({ SITES })).toThrow(/SITES names the sites to serve.*leads, courses/)
})

test('several sites have all their addresses or none; one needs only its own', () => {
  const url = 'https://freeor.example.com'
  expect(() => readConfig({ LEADS_URL: url })).toThrow(/Set LEADS_URL and COURSES_URL, or none/)
  expect(readConfig({ SITES: 'leads', LEADS_URL: url }).addresses.leads.url).toBe(url)
  expect(readConfig({ SITES: 'courses', LEADS_URL: url }).addresses.courses.url).toBeUndefined()
})

test('metrics are read by nobody, by a token of some length, or at a port of their own on loopback', () => {
  expect(readConfig({}).metrics).toEqual({ token: undefined, listen: undefined })
  expect(() => readConfig({ METRICS_TOKEN: 'short' })).toThrow(/METRICS_TOKEN/)
  expect(() => readConfig({ METRICS_PORT: '0' })).toThrow(/METRICS_PORT/)
  const port = { METRICS_PORT: '9464' }
  expect(readConfig(port).metrics.listen).toEqual({ port: 9464, host: '127.0.0.1' })
  expect(readConfig({ ...port, METRICS_HOST: '10.0.0.7' }).metrics.listen?.host).toBe('10.0.0.7')
})

test('the health call has a port of its own where one is set, on loopback unless told', () => {
  expect(readConfig({}).health).toBeUndefined()
  expect(() => readConfig({ HEALTH_PORT: '0' })).toThrow(/HEALTH_PORT/)
  const port = { HEALTH_PORT: '3002' }
  expect(readConfig(port).health).toEqual({ port: 3002, host: '127.0.0.1' })
  expect(readConfig({ ...port, HEALTH_HOST: '10.0.0.7' }).health?.host).toBe('10.0.0.7')
})

test('traces are sent where the standard variables of OpenTelemetry say, and nowhere without', () => {
  expect(readConfig({}).tracing).toBeUndefined()
  const here = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318/' }
  expect(readConfig(here).tracing).toEqual({
    url: 'http://localhost:4318/v1/traces',
    headers: {},
    serviceName: 'freeor',
    attributes: {},
    ratio: 1,
  })
  expect(
    readConfig({
      ...here,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.com/in',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%3Db, x=1',
      OTEL_SERVICE_NAME: 'freeor-west',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }).tracing,
  ).toEqual({
    url: 'https://traces.example.com/in',
    headers: { 'api-key': 'a=b', x: '1' },
    serviceName: 'freeor-west',
    attributes: { 'deployment.environment.name': 'test' },
    ratio: 0.25,
  })
  expect(readConfig({ ...here, OTEL_SDK_DISABLED: 'true' }).tracing).toBeUndefined()
  expect(readConfig({ ...here, OTEL_TRACES_SAMPLER: 'always_off' }).tracing?.ratio).toBe(0)
  const protocol = { ...here, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }
  expect(() => readConfig(protocol)).toThrow(/OTEL_EXPORTER_OTLP_PROTOCOL: is http\/json/)
})

test('an empty variable counts as absent', () => {
  expect(readConfig({ DATABASE_URL: '', LEADS_PORT: '' }).addresses.leads.port).toBe(3000)
})

test('the mailbox that login shells put into MAIL is not taken for a choice', () => {
  expect(readConfig({ MAIL: '/var/mail/ada' }).mail).toEqual({ kind: 'folder' })
  expect(() => readConfig({ MAIL: 'pigeon' })).toThrow(/MAIL/)
})

test('BILLING_PROVIDER=recurly demands all three keys, and keys alone choose nothing', () => {
  const keys = { RECURLY_API_KEY: 'a', RECURLY_PUBLIC_KEY: 'ewr1-b', RECURLY_WEBHOOK_KEY: 'c' }
  for (const missing of Object.keys(keys))
    expect(() => readConfig({ ...keys, [missing]: undefined, BILLING_PROVIDER: 'recurly' })).toThrow(
      /RECURLY_/,
    )
  expect(readConfig(keys).billing).toEqual({ kind: 'embedded' })
  expect(readConfig({ ...keys, BILLING_PROVIDER: 'recurly' }).billing).toEqual({
    kind: 'recurly',
    apiKey: 'a',
    publicKey: 'ewr1-b',
    webhookKey: 'c',
  })
  expect(() => readConfig({ BILLING_PROVIDER: 'stripe' })).toThrow(/BILLING_PROVIDER/)
})

test('an outside human check or text messages demand their keys and say so', () => {
  expect(readConfig({}).humanCheck).toEqual({ kind: 'altcha' })
  expect(readConfig({}).sms).toEqual({ kind: 'folder' })
  expect(() => readConfig({ HUMAN_CHECK: 'turnstile' })).toThrow(/HUMAN_CHECK_SITE_KEY/)
  expect(() => readConfig({ SMS: 'twilio' })).toThrow(/TWILIO_ACCOUNT_SID/)
  const keys = { HUMAN_CHECK_SITE_KEY: 'site', HUMAN_CHECK_SECRET: 'hush' }
  const kind = 'recaptcha' as const
  expect(readConfig({ ...keys, HUMAN_CHECK: kind }).humanCheck).toEqual({
    kind,
    siteKey: 'site',
    secret: 'hush',
  })
  const elsewhere = { HUMAN_CHECK_URL: 'http://127.0.0.1:1', HUMAN_CHECK_VERIFY_URL: 'http://127.0.0.1:1' }
  expect(JSON.stringify(readConfig({ ...keys, ...elsewhere, HUMAN_CHECK: kind }))).not.toContain(
    '127.0.0.1:1',
  )
})

test('a common parent for passkeys must be one that browsers take at both sites', () => {
  const urls = { LEADS_URL: 'https://leads.example.com', COURSES_URL: 'https://courses.example.com' }
  expect(readConfig({}).passkeyHost).toBeUndefined()
  expect(readConfig({ ...urls, PASSKEY_RP_ID: 'example.com' }).passkeyHost).toBe('example.com')
  expect(() => readConfig({ ...urls, PASSKEY_RP_ID: 'leads.example.com' })).toThrow(
    'PASSKEY_RP_ID=leads.example.com must be courses.example.com or a parent of it, and of the other site',
  )
  expect(() => readConfig({ PASSKEY_RP_ID: 'example.com' })).toThrow(/PASSKEY_RP_ID/)
})

test('Google and Microsoft need an id and a secret, any other provider its issuer and label too', () => {
  const google = { OIDC_GOOGLE_CLIENT_ID: 'g', OIDC_GOOGLE_CLIENT_SECRET: 'hush' }
  const microsoft = { OIDC_MICROSOFT_CLIENT_ID: 'm', OIDC_MICROSOFT_CLIENT_SECRET: 'hush' }
  expect(readConfig({ ...google, ...microsoft }).identityProviders).toEqual([])
  const both = { OIDC_PROVIDERS: 'google, microsoft', ...google, ...microsoft }
  expect(readConfig(both).identityProviders).toEqual([
    {
      ...{ id: 'google', label: 'Google', issuer: 'https://accounts.google.com' },
      ...{ clientId: 'g', clientSecret: 'hush' },
    },
    {
      ...{ id: 'microsoft', label: 'Microsoft', clientId: 'm', clientSecret: 'hush' },
      issuer: 'https://login.microsoftonline.com/common/v2.0',
    },
  ])
  const acme = {
    ...{ OIDC_PROVIDERS: 'acme', OIDC_ACME_LABEL: 'Acme', OIDC_ACME_ISSUER: 'https://id.acme.example' },
    ...{ OIDC_ACME_CLIENT_ID: 'a', OIDC_ACME_CLIENT_SECRET: 'hush' },
  }
  expect(readConfig(acme).identityProviders).toMatchObject([{ id: 'acme', label: 'Acme' }])
  for (const missing of Object.keys(acme).slice(1))
    expect(() => readConfig({ ...acme, [missing]: '' })).toThrow(`needs ${missing}`)
})

test.each([
  [{ OIDC_PROVIDERS: 'Acme' }, /OIDC_PROVIDERS names providers by small letters/],
  [{ OIDC_PROVIDERS: 'constructor' }, /needs OIDC_CONSTRUCTOR_ISSUER/],
  [
    { OIDC_PROVIDERS: 'google', OIDC_GOOGLE_ISSUER: 'http://google.example' },
    /OIDC_GOOGLE_ISSUER=http:\/\/google.example must begin with https:/,
  ],
  [{ OIDC_PROVIDERS: 'google', OIDC_GOOGLE_LABEL: 'G'.repeat(31) }, /at most 30 characters/],
])('a provider that is set up wrongly stops the start and says why: %o', (variables, sentence) => {
  expect(() => readConfig(variables)).toThrow(sentence)
  expect(() => readConfig(variables)).toThrow(ConfigError)
})

test('the issuer of invoices has a name and an address', () => {
  expect(readConfig({}).invoiceFrom).toEqual(['Freeor'])
  const own = readConfig({ INVOICE_FROM: 'Books Inc.; 1 Main Street ;Austin, TX 78701;' })
  expect(own.invoiceFrom).toEqual(['Books Inc.', '1 Main Street', 'Austin, TX 78701'])
})

test('no variable points the Recurly client anywhere else', () => {
  const keys = { RECURLY_API_KEY: 'a', RECURLY_PUBLIC_KEY: 'ewr1-b', RECURLY_WEBHOOK_KEY: 'c' }
  const config = readConfig({ ...keys, BILLING_PROVIDER: 'recurly', RECURLY_URL: 'http://127.0.0.1:1' })
  expect(JSON.stringify(config)).not.toContain('127.0.0.1:1')
})

test('INTRODUCTION_VIDEO is a video of Loom, and becomes the address of its frame', () => {
  expect(readConfig({}).introductionVideo).toBeUndefined()
  const shared = readConfig({ INTRODUCTION_VIDEO: 'https://www.loom.com/share/0123abcd' })
  expect(shared.introductionVideo).toBe('https://www.loom.com/embed/0123abcd')
  for (const INTRODUCTION_VIDEO of ['https://loom.example.com/share/0123abcd', 'https://www.loom.com/share/'])
    expect(() => readConfig({ INTRODUCTION_VIDEO })).toThrow(/INTRODUCTION_VIDEO/)
})

test('what comes back is taken in only with a domain of its own, and the selector and domain of a key have defaults', () => {
  const secret = 'x'.repeat(24)
  expect(() => readConfig({ INBOUND_MAIL_SECRET: secret })).toThrow(/BOUNCE_DOMAIN/)
  expect(() => readConfig({ INBOUND_MAIL_FOLDER: '/mail' })).toThrow(/BOUNCE_DOMAIN/)
  expect(() => readConfig({ INBOUND_MAIL_SECRET: 'short', BOUNCE_DOMAIN: 'b.example' })).toThrow(
    /INBOUND_MAIL_SECRET/,
  )
  for (const BOUNCE_DOMAIN of ['example', 'b.example ', 'a@b.example', 'b.example\r\n'])
    expect(() => readConfig({ BOUNCE_DOMAIN }), BOUNCE_DOMAIN).toThrow(/BOUNCE_DOMAIN/)
  const all = { INBOUND_MAIL_SECRET: secret, INBOUND_MAIL_FOLDER: '/mail', BOUNCE_DOMAIN: 'B.example' }
  expect(readConfig(all).inboundMail).toEqual({ bounceDomain: 'b.example', secret, folder: '/mail' })
  expect(readConfig({}).dkim).toBeUndefined()
  const key = { DKIM_KEY_FILE: '/keys/mail.pem', MAIL_FROM: 'no-reply@Freeor.example' }
  expect(readConfig(key).dkim).toEqual({
    keyFile: '/keys/mail.pem',
    selector: 'freeor',
    domain: 'freeor.example',
  })
  expect(() => readConfig({ ...key, DKIM_SELECTOR: 'a;b' })).toThrow(/DKIM_SELECTOR/)
})

const bucketShape = 'must look like https://KEY:SECRET@host/bucket'
test.each([
  ['S3_URL', 'https://s3.example.com/bucket', bucketShape],
  ['BACKUP_URL', 'https://s3.example.com/bucket', bucketShape],
  ['BACKUP_URL', 'https://key:sec%ret@s3.example.com/bucket', bucketShape],
  ['BACKUP_URL', 'https://key:secret@s3.example.com', bucketShape],
  ['DATABASE_URL', 'postgres://user:100%@localhost/freeor', 'not URL-encoded'],
  ['CLICKHOUSE_URL', 'http://user:100%@localhost:8123', 'not URL-encoded'],
  ['BACKUP_CRON', '99 99 * * *', 'in their ranges'],
  ['BACKUP_CRON', '41 3 1 1', 'five fields'],
  ['BACKUP_CRON', '40 3 31-1 * *', 'in their ranges'],
  ['BACKUP_CRON', '*/0 3 * * *', 'in their ranges'],
  ['BACKUP_CRON', '40 3 * * someday', 'in their ranges'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%zz', 'name=value'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'a=100%', 'name=value'],
  ['TRUSTED_PROXIES', 'foo', 'IP addresses'],
  ['TRUSTED_PROXIES', '127.0.0.1,10.0.0.0/8', 'no network'],
  ['COURSES_URL', 'https://example.com/courses', 'without a path'],
  ['LEADS_URL', 'https://example.com/?a=1', 'without a path'],
  ['LEADS_URL', 'mailto:ada@example.com', 'LEADS_URL'],
])('%s=%s is refused at the start by its name, without the value', (name, value, sentence) => {
  const refused = () => readConfig({ SITES: 'leads', [name]: value })
  expect(refused).toThrow(ConfigError)
  expect(refused).toThrow(`${name}: `)
  expect(refused).toThrow(sentence)
  expect(refused).not.toThrow(value)
})

test.each(['40 3 * * *', '*/15 0-6/2 1,15 jan-mar MON', '0 0 * * 7'])('%s is a time for backups', (cron) => {
  const BACKUP_URL = 'https://key:secret@s3.example.com/backups'
  expect(readConfig({ BACKUP_URL, BACKUP_CRON: cron }).backups?.cron).toBe(cron)
})

test('proxies are a list, and the slash at the end of an address does not count', () => {
  expect(readConfig({ TRUSTED_PROXIES: ' 127.0.0.1 , ::1' }).trustedProxies).toEqual(['127.0.0.1', '::1'])
  const alone = readConfig({ SITES: 'leads', LEADS_URL: 'https://leads.example.com/' })
  expect(alone.addresses.leads.url).toBe('https://leads.example.com')
})
