import { expect, test } from 'vitest'
import { cardFormSources, contentSecurityPolicy, humanCheckSources } from './security-headers.ts'

const policyFor = (...form: Parameters<typeof cardFormSources>) =>
  contentSecurityPolicy('n0nce', false, [cardFormSources(...form)])

const scriptUrl = 'https://js.recurly.com/v4/recurly.js'

test('with the built-in provider a page loads nothing from anywhere else', () => {
  const policy = policyFor({ provider: 'embedded', testCards: [] })
  expect(policy).not.toMatch(/https?:/)
  expect(policy).toBe(contentSecurityPolicy('n0nce', false))
})

test('with Recurly its script, its card fields and its calls are allowed, and nothing else', () => {
  const policy = policyFor({ provider: 'recurly', publicKey: 'ewr1-x', scriptUrl })
  expect(policy).toContain("script-src 'self' 'nonce-n0nce' https://js.recurly.com;")
  expect(policy).toContain("frame-src 'self' https://api.recurly.com;")
  expect(policy).toContain("connect-src 'self' https://api.recurly.com;")
  expect(policy.match(/https:/g)).toHaveLength(3)
  expect(policy).not.toContain("script-src 'self' 'unsafe")
})

test('with a public key of the European data centre its hosts are allowed', () => {
  const policy = policyFor({ provider: 'recurly', publicKey: 'fra-x', scriptUrl })
  expect(policy).toContain("frame-src 'self' https://api.eu.recurly.com;")
})

test('each human check is allowed its own hosts, and the built-in one none', () => {
  const policyOf = (...widget: Parameters<typeof humanCheckSources>) =>
    contentSecurityPolicy('n0nce', false, [humanCheckSources(...widget)])
  expect(policyOf({ provider: 'altcha' })).toBe(contentSecurityPolicy('n0nce', false))
  const turnstile = policyOf({ provider: 'turnstile', siteKey: 'site' })
  expect(turnstile).toContain("script-src 'self' 'nonce-n0nce' https://challenges.cloudflare.com;")
  expect(turnstile).toContain("frame-src 'self' https://challenges.cloudflare.com;")
  expect(turnstile.match(/https:/g)).toHaveLength(2)
  const recaptcha = policyOf({ provider: 'recaptcha', siteKey: 'site' })
  expect(recaptcha).toContain(
    "script-src 'self' 'nonce-n0nce' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/;",
  )
  expect(recaptcha).toContain(
    "frame-src 'self' https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/;",
  )
  expect(recaptcha).toContain("connect-src 'self' https://www.google.com/recaptcha/;")
  expect(recaptcha.match(/https:/g)).toHaveLength(5)
})

test('a site’s own hosts for frames and videos are added, and allow no script', () => {
  const frameSrc = ['https://player.vimeo.com']
  const policy = contentSecurityPolicy('n0nce', false, [
    { scriptSrc: [], connectSrc: [], frameSrc, mediaSrc: ['https:'] },
  ])
  expect(policy).toContain("frame-src 'self' https://player.vimeo.com;")
  expect(policy).toContain("media-src 'self' https:;")
  expect(policy).toContain("script-src 'self' 'nonce-n0nce';")
  expect(contentSecurityPolicy('n0nce', false)).toContain("media-src 'self';")
})
