import { expect, test } from 'vitest'
import { checkMailHtml, clippedBytes } from './check-html.ts'
import { checkSupport } from './check-support.ts'
import { cleanMailHtml } from './clean-html.ts'
import { renderMail } from './templates.ts'

const about = (html: string) => checkMailHtml(html).map(({ text }) => text)

test.each([
  [`<p>${'x'.repeat(clippedBytes)}</p>`, /102 KB/],
  ['<img src="https://a.example/x.png" width="10">', /alternative text/],
  ['<p onclick="x()">x</p>', /Scripts/],
  ['<form action="https://a.example"></form>', /Forms/],
  ['<img alt="" width="1" src="data:image/png;base64,AA==">', /data:/],
  ['<img alt="x" width="1" src="https://a.example/x.svg">', /SVG/],
  ['<img alt="x" src="https://a.example/x.png">', /width/],
  ['<img alt="x" width="1" src="http://a.example/x.png">', /https/],
])('the lint names what mail programs drop: %.60s', (html, what) => {
  expect(about(html).join('\n')).toMatch(what)
})

test.each([
  ['<p style="color:red;display: flex">x</p>', /^display:flex: dropped by .*Outlook/],
  [
    '<style>.a{background-image: url(https://a.example/x.png)}</style>',
    /^background-image: dropped by .*Outlook/,
  ],
  ['<style>@import url(https://a.example/x.css);</style>', /^@import: dropped by Gmail/],
  ['<p style="position:fixed">x</p>', /^position: dropped by Gmail/],
])('what some programs drop is named with them: %s', (html, what) => {
  expect(checkSupport(html).map(({ text }) => text)).toContainEqual(expect.stringMatching(what))
})

test('markup that cannot be read says so, and broken styles stop no preview', () => {
  const deep = '<div style="display:flex">'.repeat(3_500)
  expect(checkSupport(deep)).toEqual([{ severity: 'error', text: expect.stringMatching(/cannot be read/) }])
  for (const html of ['<style>{{{ a{b:c', '<style>@media (x{', '<p style="::;;;}{">x</p>'])
    expect(() => checkSupport(html)).not.toThrow()
})

test.each(['', ' ', '<'.repeat(5_000), `<style>${'a{b:c}'.repeat(30_000)}</style>`])(
  'nothing is said of what is empty, plain, or too long anyway: %.20s',
  (html) => expect(checkSupport(html)).toEqual([]),
)

test('plain markup is dropped by nobody, and what is taken out is not named again', () => {
  expect(checkSupport('<p style="color:red"><b>Hi</b> <a href="https://a.example">there</a></p>')).toEqual([])
  expect(checkSupport('<form><input></form><video></video><svg></svg>')).toEqual([])
  const many = Array.from({ length: 500 }, () => '<p style="display:flex;position:fixed">x</p>').join('')
  expect(checkSupport(many).filter(({ text }) => text.startsWith('display:flex'))).toHaveLength(1)
})

test('our own templates and an ordinary mail have nothing to mend', async () => {
  const brand = { productName: 'Freeor', supportAddress: 'help@freeor.example' }
  const props = {
    senderName: 'Ann',
    searchName: 'Roofers',
    count: 12,
    words: 'Look!',
    url: 'https://x.example',
  }
  const { html } = await renderMail({ template: 'shared-search', props }, brand, 'https://x.example/stop')
  expect(about(html)).toEqual([])
  expect(about('<p style="color:red">Hi <img alt="a" width="9" src="https://a.example/x.png"></p>')).toEqual(
    [],
  )
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<iframe src="https://evil.example"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<form action="https://evil.example"><input name=password></form>',
  '<base href="https://evil.example">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<math><mtext></table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<object data="x.swf"></object><embed src="x.swf">',
])('cleaned markup runs, sends and embeds nothing: %s', async (html) => {
  const clean = await cleanMailHtml(`<p style="color:red">Hello</p>${html}`)
  expect(clean).toContain('<p style="color:red">Hello</p>')
  expect(clean).not.toMatch(/<(?:script|iframe|form|input|object|embed|base|svg|math)\b/i)
  expect(clean).not.toMatch(/<[^>]*\son\w+\s*=|javascript:|http-equiv|href="data:/i)
})

test('styles and linked pictures of a mail stay', async () => {
  const html =
    '<html><head><style>p{color:red}</style></head><body><img alt="x" src="https://a.example/x.png"></body></html>'
  const clean = await cleanMailHtml(html)
  expect(clean).toContain('p{color:red}')
  expect(clean).toContain('https://a.example/x.png')
  expect(clean).toMatch(/^<!doctype html><html>/)
})
