import { readZip } from '@freeor/storage/zip/read-zip'
import { readAll, writeZip } from '@freeor/storage/zip/write-zip'
import { SaxesParser } from 'saxes'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { ArchivedCourse } from '../archive/ports.ts'
import { hasEpubcheck, runEpubcheck } from './testing.ts'
import { type Book, writeEpub } from './write-epub.ts'

const picture = '/api/lesson-images/cmp_1/abcdefghijklmnop-library.png'
const lesson = {
  ...{ slug: '1', isPreview: false, description: 'What it <means>', instructor: 'Ada & Co', videoThumb: [] },
  ...{
    videoType: 'youtube' as const,
    videoUrl: 'https://www.youtube.com/watch?v=abcdefghijk',
    durationSeconds: 95,
  },
  ...{ quizName: 'Test “one”', themeColor: 'info', favorite: false },
} as const
const course: ArchivedCourse = {
  ...{ name: 'Conscience & <law>', description: 'A course.', themeColor: 'info', favorite: false },
  lessons: [
    {
      ...lesson,
      title: 'Why \u0001 “now”?',
      transcript: [
        '# A heading\n\n![The *library*](/api/lesson-images/cmp_1/abcdefghijklmnop-library.png)',
        '![gone](/pictures/gone.svg) <script>alert(1)</script> [ours](/faq) [a b](<https://example.org/a b?c=1&d=2>)',
        '| a | b |\n|---|---|\n| 1 | <b>2</b> |\n\n- [x] done\n- [ ] open\n\nA note[^1].\n\n[^1]: The note.',
        '> quoted\n\n```\ncode <here>\n```\n\nHard  \nbreak ~~gone~~',
      ].join('\n\n'),
      captions: [{ kind: 'captions', language: 'en-GB', label: 'English', vtt: 'WEBVTT\n' }],
      questions: [
        { question: 'Which?\n\n- a', options: ['**One**', 'Two'], answer: 1, explanation: 'SECRET' },
        { question: 'UNFINISHED', options: ['x', 'y'], answer: null, explanation: null },
      ],
    },
    {
      ...lesson,
      ...{ slug: '2', title: 'Second', transcript: '', captions: [], questions: [], videoUrl: '' },
    },
  ],
}

const book = async (more: Partial<Book> = {}): Promise<Book> => ({
  ...{ courseId: 'crs_one', course, changedAt: new Date('2026-05-04T09:00:00Z') },
  siteUrl: 'https://courses.example',
  pictures: [
    {
      ...{ src: picture, fileName: 'abcdefghijklmnop-library.png', type: 'image/png' },
      bytes: await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
        .png()
        .toBuffer(),
    },
  ],
  ...more,
})
const fileOf = async (one: Book) => await readAll(writeZip(writeEpub(one)))
const textsOf = async (one: Book) =>
  new Map(
    (await readZip(await fileOf(one), () => true)).map(({ name, bytes }) => [
      name,
      Buffer.from(bytes ?? []).toString(),
    ]),
  )

test('the type comes first and unpacked, and every page is XML', async () => {
  const bytes = await fileOf(await book())
  expect(bytes.toString('latin1', 30, 58)).toBe('mimetypeapplication/epub+zip')
  expect(bytes.readUInt16LE(8)).toBe(0)
  for (const [name, text] of await textsOf(await book())) {
    if (!/\.(xhtml|opf|xml)$/.test(name)) continue
    const parser = new SaxesParser({ xmlns: true })
    parser.on('error', (error) => {
      throw new Error(`${name}: ${error.message}`)
    })
    parser.write(text).close()
  }
  expect((await fileOf(await book())).equals(bytes)).toBe(true)
})

test('a book has its contents, language, alternative texts and videos as links, and no key', async () => {
  const texts = await textsOf(await book())
  const first = texts.get('book/lesson-001.xhtml') ?? ''
  expect(first).toContain('lang="en-GB"')
  expect(first).toContain('<img src="pictures/abcdefghijklmnop-library.png" alt="The library"/>')
  expect(first).toContain('<span>[gone]</span>')
  expect(first).toContain('href="https://courses.example/faq"')
  expect(first).toContain('<a href="https://www.youtube.com/watch?v=abcdefghijk">')
  expect(first).toContain('<strong>One</strong>')
  expect(first).not.toMatch(/<script|alert\(1\)<\/script/)
  const all = [...texts.values()].join('\n')
  expect(all).not.toContain('SECRET')
  expect(all).not.toContain('UNFINISHED')
  expect(texts.get('book/nav.xhtml')).toContain('<a href="lesson-002.xhtml">Second</a>')
  const opf = texts.get('book/package.opf') ?? ''
  for (const part of [
    '<dc:language>en-GB',
    '<dc:creator>Ada &amp; Co',
    'schema:accessModeSufficient',
    '2026-05-04T09:00:00Z',
  ])
    expect(opf).toContain(part)
})

test.skipIf(!hasEpubcheck)(
  'epubcheck finds nothing wrong (skipped where it is not installed: apt-get install epubcheck)',
  async () => {
    const said = await runEpubcheck(await fileOf(await book()))
    expect(said).not.toMatch(/^(ERROR|WARNING|FATAL|USAGE)/m)
    expect(said).toContain('No errors or warnings detected')
    // The check can fail: a link of the book that leads to no file of it.
    const entries = writeEpub(await book()).filter(({ name }) => !name.includes('lesson-002'))
    expect(await runEpubcheck(await readAll(writeZip(entries)))).toMatch(/^ERROR/m)
  },
)
