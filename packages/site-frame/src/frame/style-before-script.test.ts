import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { styleBeforeScript } from './style-before-script.ts'

const page =
  '<link rel="preload" href="/hero.svg"/><link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css"/>' +
  '<link rel="modulepreload" href="/b.js"/><p>Ünïcode ≠ <link rel="modul'
const expected = page.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')

test('a page says that its scripts are less urgent than its styles, wherever it is cut into pieces', async () => {
  const bytes = Buffer.from(page)
  for (let size = 1; size <= bytes.length; size++) {
    const stream = styleBeforeScript()
    for (let start = 0; start < bytes.length; start += size) stream.write(bytes.subarray(start, start + size))
    stream.end()
    expect(await text(stream), `in pieces of ${size}`).toBe(expected)
  }
})
