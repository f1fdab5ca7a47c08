import { expect, test } from 'vitest'
import { plainName, unlinkedParagraphs } from './header-safety.ts'
import { renderMail, type TemplateMail } from './templates.ts'

const brand = { productName: 'Freeor Leads', supportAddress: 'help@freeor.example' }
const url = 'https://freeor.example/reset_password?token=abc&x=1'

const mails: TemplateMail[] = [
  { template: 'reset-password', props: { url, minutes: 30 } },
  { template: 'account-exists', props: { loginUrl: url, resetUrl: 'https://freeor.example/reset' } },
  {
    template: 'invitation',
    props: { companyName: 'Acme', inviterName: 'Ada', role: 'member', url, hours: 48 },
  },
  {
    template: 'ownership-given',
    props: { companyName: 'Acme', formerOwner: 'Ada', newOwner: 'Bob', url },
  },
  {
    template: 'ownership-received',
    props: { companyName: 'Acme', formerOwner: 'Ada', newOwner: 'Bob', url },
  },
  {
    template: 'notice',
    props: { subject: 'News', heading: 'News', paragraphs: ['One', 'Two'], action: { label: 'Look', url } },
  },
]

test.each(mails)(
  '$template names the product, the way to help and its link, in HTML and in text',
  async (mail) => {
    const { subject, html, text } = await renderMail(mail, brand)
    expect(subject).not.toMatch(/[\r\n]/)
    expect(html).toContain('href="https://freeor.example/reset_password?token=abc&amp;x=1"')
    expect(html).toContain('prefers-color-scheme:dark'.replace(':', ': '))
    for (const content of [html.replace(/<!--.*?-->/g, ''), text]) {
      expect(content).toContain('Freeor Leads')
      expect(content).toContain('help@freeor.example')
    }
    expect(text).toContain(url)
    expect(text).not.toMatch(/<\w/)
  },
)

test('singular and plural follow the number', async () => {
  const { text } = await renderMail({ template: 'reset-password', props: { url, minutes: 1 } }, brand)
  expect(text).toContain('1 minute.')
  const shared = { senderName: 'Ada', searchName: 'One', words: '', url }
  for (const [count, found] of [
    [1, '“One”, 1 lead.'],
    [2, '“One”, 2 leads.'],
  ] as const) {
    const mail = await renderMail({ template: 'shared-search', props: { ...shared, count } }, brand)
    expect(mail.text).toContain(found)
  }
})

test('what users typed is text in a mail, never markup', async () => {
  const attack = '<img src=x onerror=alert(1)><script>alert(2)</script>'
  const { html } = await renderMail(
    { template: 'notice', props: { subject: attack, heading: attack, paragraphs: [attack] } },
    brand,
  )
  expect(html).not.toContain('<img')
  expect(html).not.toContain('<script')
})

test.each([
  ['Ann https://evil.example/x', 'Ann evil. example x'],
  ['www.evil.com', 'www. evil. com'],
  ['J.R. Smith', 'J. R. Smith'],
  ['a@b.com', 'a at b. com'],
  ['Ann\r\nBcc: x@y.zz', 'Ann Bcc: x at y. zz'],
  ['Žofie Nováková', 'Žofie Nováková'],
  // Browsers read these dots, slashes and signs as those of an address.
  ['pay at evil\u3002com', 'pay at evil\u3002 com'],
  ['evil\uff0ecom\uff0fx', 'evil\uff0e com x'],
  ['a\uff20evil\uff61com', 'a at evil\uff61 com'],
  ['htt\u200bps://evil.\u2060com', 'evil. com'],
  // Shown from right to left it would be another text.
  ['moc.live \u202eon sale', 'moc. live on sale'],
  ['東京\u3002', '東京\u3002'],
])('a name cannot become a link: %j', (name, plain) => {
  expect(plainName(name)).toBe(plain)
})

test('a name that is made to be slow takes no longer than its length', () => {
  const started = process.cpuUsage()
  for (const piece of ['a', 'a.', 'a+', 'ab:', '/', '@'])
    expect(plainName(piece.repeat(200_000)).length).toBeLessThan(200)
  expect(plainName(`${'a'.repeat(40)}://b.example`)).not.toContain('://')
  expect(process.cpuUsage(started).user).toBeLessThan(10_000_000)
})

test('what is said of the work keeps its signs, and has no link either', () => {
  const words =
    'Is 1/2 < 2/3 & <b>bold</b> and/or so? See https://evil.example/login.\n\nOr ask me@evil.example'
  expect(unlinkedParagraphs(words)).toEqual([
    'Is 1/2 < 2/3 & <b>bold</b> and/or so? See evil. example/login.',
    'Or ask me at evil. example',
  ])
})

test('an inviter with a hostile name cannot put a line, link or markup into our mail', async () => {
  const attack = 'Acme\r\nBcc: all@example.com <b>x</b> https://evil.example/login www.evil.example'
  const { subject, html, text } = await renderMail(
    {
      template: 'invitation',
      props: { companyName: attack, inviterName: attack, role: 'admin', url, hours: 48 },
    },
    brand,
  )
  expect(subject).not.toMatch(/[\r\n]/)
  for (const content of [subject, html, text]) {
    expect(content).not.toMatch(/https?:\/\/(www\.)?evil|evil\.example|all@example/)
    expect(content).not.toContain('<b>x')
  }
})

test.each(['verify-account', 'change-email'] as const)(
  'the code to %s is in subject, HTML and text',
  async (purpose) => {
    const props = { code: '012345', minutes: 10, purpose }
    const { subject, html, text } = await renderMail({ template: 'verification-code', props }, brand)
    for (const content of [subject, html, text]) expect(content).toContain('012345')
    expect(text).toContain('10 minutes')
    expect(html).not.toContain('href="https://freeor.example/reset_password')
  },
)
