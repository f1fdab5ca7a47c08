import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CertificateFacts } from '../facts.ts'
import { someFacts } from '../testing.ts'
import { openFonts } from './fonts.ts'
import { openCertificateRendering } from './rendering.ts'
import { templateInputs } from './template-inputs.ts'

const run = promisify(execFile)
const rendering = openCertificateRendering()
const installed = openFonts()
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'certificates-'))
})
afterAll(async () => {
  await rendering.close()
  await rm(folder, { recursive: true, force: true })
})

const text = (pdf: Uint8Array) => Buffer.from(pdf).toString('latin1')
const pagesOf = (pdf: Uint8Array) => Number(text(pdf).match(/\/Type\s*\/Pages\b[^>]*\/Count (\d+)/)?.[1])

/** Programs that read PDFs; they are no part of the product. */
const isInstalled = async (program: string) =>
  await run(program, ['--version']).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  )
const canLook = (await Promise.all(['pdfinfo', 'pdffonts', 'pdftotext', 'qpdf'].map(isInstalled))).every(
  Boolean,
)

async function save(facts: CertificateFacts): Promise<string> {
  const path = join(folder, `${Math.random()}.pdf`)
  await writeFile(path, await rendering.render(facts))
  return path
}

/** Every text that a PDF shows and every font that it takes it from. */
async function read(facts: CertificateFacts) {
  const path = await save(facts)
  const [shown, fonts, structure, check] = await Promise.all([
    run('pdftotext', ['-layout', path, '-']),
    run('pdffonts', [path]),
    run('pdfinfo', ['-struct', path]),
    run('qpdf', ['--check', path]),
  ])
  const info = await run('pdfinfo', [path])
  return {
    shown: shown.stdout.replaceAll(/\s+/gu, ' '),
    fonts: fonts.stdout.trim().split('\n').slice(2),
    structure: structure.stdout,
    info: info.stdout,
    check: check.stdout,
  }
}

test('the same facts make the same bytes, in another thread too', async () => {
  const other = openCertificateRendering()
  try {
    const [one, two] = [await rendering.render(someFacts()), await other.render(someFacts())]
    expect(Buffer.from(one).equals(two)).toBe(true)
    const changed = await rendering.render(someFacts(5, { learnerName: 'Ada Sample' }))
    expect(Buffer.from(one).equals(changed)).toBe(false)
  } finally {
    await other.close()
  }
})

test('what was set before, in other scripts, changes no byte', async () => {
  const [one, other] = [openCertificateRendering(), openCertificateRendering()]
  const korean = someFacts(1, { learnerName: '김민준 王 \u{1f600}' })
  try {
    await other.render(someFacts(1, { learnerName: 'דוד सुमन' }))
    expect(Buffer.from(await one.render(korean)).equals(await other.render(korean))).toBe(true)
  } finally {
    await one.close()
    await other.close()
  }
})

test('a certificate is US letter landscape; 50 lessons flow onto more pages', async () => {
  const few = await rendering.render(someFacts(5))
  expect(text(few)).toMatch(/\/MediaBox\s*\[0 0 792 612\]/)
  expect(pagesOf(few)).toBe(1)
  expect(pagesOf(await rendering.render(someFacts(50)))).toBeGreaterThan(1)
})

test('long names take two lines each, and five lessons stay on one page with them', async () => {
  const learnerName = `${'Maria Concepcion '.repeat(5)}of the Mountains`
  const courseName = `${'Conscience and the law '.repeat(5)}in a world of many`
  expect(pagesOf(await rendering.render(someFacts(5, { learnerName, courseName })))).toBe(1)
})

test('a thread is replaced after its number of certificates, while others wait', async () => {
  const recycled = openCertificateRendering({ certificatesPerThread: 3 })
  try {
    const names = Array.from({ length: 10 }, (_, number) => `Learner ${number}`)
    const made = await Promise.all(
      names.map(async (learnerName) => await recycled.render(someFacts(1, { learnerName }))),
    )
    expect(made.every((pdf) => text(pdf).startsWith('%PDF-'))).toBe(true)
  } finally {
    await recycled.close()
  }
})

test('a thread that works is not ended as idle, and one that was ended starts again', async () => {
  const quick = openCertificateRendering({ idleMs: 1 })
  try {
    const make = async (count: number) =>
      await quick.render(someFacts(1, { learnerName: `Learner ${count}` }))
    // Each pair of workers overlaps, so that one ends while the other runs.
    const work = async (first: number) => {
      for (let count = first; count < first + 20; count++) await make(count)
    }
    await Promise.all([work(0), work(100), work(200)])
    expect(text(await make(300))).toMatch(/^%PDF-/)
  } finally {
    await quick.close()
  }
})

test('certificates one after the other in one thread leave no memory behind', async () => {
  const one = openCertificateRendering({ certificatesPerThread: Number.POSITIVE_INFINITY })
  const make = async (from: number, amount: number) => {
    for (let count = from; count < from + amount; count++)
      await one.render(someFacts(1, { learnerName: `Learner ${count}` }))
    return process.memoryUsage().rss
  }
  try {
    const before = await make(0, 100)
    // About 1 MB each, were the typesetter's cache kept.
    expect((await make(100, 200)) - before).toBeLessThan(100_000_000)
  } finally {
    await one.close()
  }
})

test('a request beyond the limit is asked to retry', async () => {
  const narrow = openCertificateRendering({ limits: { concurrency: 1, queue: 0 } })
  try {
    const first = narrow.render(someFacts(1))
    await expect(narrow.render(someFacts(2))).rejects.toMatchObject({ code: 'unavailable' })
    await first
  } finally {
    await narrow.close()
  }
})

test.each([
  ['Devanagari', 'प्रिया', /NotoSansDevanagari/],
  ['Arabic', 'محمد الأنصاري', /NotoNaskhArabic/],
  ['Chinese', '王小明', /NotoSansSC/],
  ['Hebrew', 'דוד בן־גוריון', /NotoSansHebrew/],
  ['Thai', 'สมชาย ใจดี', /NotoSansThai/],
  ['Bengali', 'রবীন্দ্রনাথ ঠাকুর', /NotoSansBengali/],
  ['Gurmukhi', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', /NotoSansGurmukhi/],
  ['Gujarati', 'મોહનદાસ', /NotoSansGujarati/],
  ['Oriya', 'ପ୍ରିୟଙ୍କା', /NotoSansOriya/],
  ['Tamil', 'தமிழ்ச்செல்வி', /NotoSansTamil/],
  ['Telugu', 'శ్రీనివాస్', /NotoSansTelugu/],
  ['Kannada', 'ಕೃಷ್ಣಮೂರ್ತಿ', /NotoSansKannada/],
  ['Malayalam', 'ശ്രീജിത്ത്', /NotoSansMalayalam/],
  ['Sinhala', 'ශ්‍රී කුමාර', /NotoSansSinhala/],
  ['Lao', 'ສົມສັກ', /NotoSansLao/],
  ['Khmer', 'សុខា ចាន់', /NotoSansKhmer/],
  ['Burmese', 'အောင်ကျော်', /NotoSansMyanmar/],
  ['Tibetan', 'བསྟན་འཛིན', /NotoSerifTibetan/],
  ['Ethiopic', 'አበበ በቀለ', /NotoSansEthiopic/],
  ['Armenian', 'Անահիտ', /NotoSansArmenian/],
  ['Georgian', 'ნინო', /NotoSansGeorgian/],
  ['Syriac', 'ܐܦܪܝܡ', /NotoSansSyriac/],
  ['Thaana', 'އަޙްމަދު', /NotoSansThaana/],
  ['Korean', '김민준', /NotoSansKR/],
  ['Japanese', '山田 はなこ', /NotoSansSC/],
  ['emoji', 'Kim \u{1f600}', /NotoEmoji/],
  ['an emoji of several parts', 'Kim \u{1f469}\u{1f3fd}\u200d\u{1f3eb}', /NotoEmoji/],
  [
    'several scripts',
    'Ada עדה 김 王 \u{1f600}',
    /NotoEmoji[\s\S]*NotoSansHebrew[\s\S]*NotoSansKR[\s\S]*NotoSansSC/,
  ],
  ['combining marks', 'Zoe\u0308 N\u0303a\u030b Nguy\u1ec5n', /SourceSerif4/],
])('a name in %s is set in an embedded font that has it', async (_script, learnerName, font) => {
  const pdf = text(await rendering.render(someFacts(1, { learnerName })))
  const fonts = [...pdf.matchAll(/\/BaseFont\s*\/[A-Z]{6}\+(\w+)/g)].map(([, name]) => name)
  expect([...new Set(fonts)].sort().join('\n')).toMatch(font)
  const inputs = templateInputs(someFacts(1, { learnerName }), '', (one) => installed.find(one) !== undefined)
  expect(JSON.parse(inputs.facts ?? '').note).toBe('')
})

/** The texts of a certificate whose fonts have no letter of New Tai Lue. */
const textsFor = (learnerName: string) =>
  JSON.parse(
    templateInputs(someFacts(1, { learnerName }), '', (one) => !/[\u1980-\u19df]/u.test(one)).facts ?? '',
  )

const elsewhere = 'The whole text is in the credential inside this file and at the address below.'

test('letters that no font has are left out visibly, and the certificate says where the whole name is', async () => {
  const { name, note } = textsFor('Kim \u1980\u1981 \u1982 Lee \u1980')
  expect(name.text).toBe('Kim [\u2026] Lee [\u2026]')
  expect(note).toBe(`[\u2026] stands for letters that this document does not have. ${elsewhere}`)
  expect(text(await rendering.render(someFacts(1, { learnerName: 'Kim \u1980' })))).toMatch(/^%PDF-/)
  expect(textsFor('Kim Lee').note).toBe('')
})

test('a name without any letter of the fonts is said to be at the address', () => {
  const { name, note } = textsFor('\u1980\u1981 \u1982')
  expect(name).toEqual({ text: 'the person named at the address below', rtl: false })
  expect(note).toBe(elsewhere)
})

describe.skipIf(!canLook)(
  `what other programs read in the PDF${canLook ? '' : ' (skipped: pdfinfo, pdffonts, pdftotext or qpdf is not installed)'}`,
  () => {
    test('it is tagged, has a title, embeds every font and is sound', async () => {
      const { fonts, structure, info, check } = await read(someFacts(50))
      expect(info).toMatch(/Tagged:\s+yes/)
      expect(info).toMatch(/Title:\s+Certificate of completion ABCD-EFGH-JKMN-PQRS/)
      expect(structure).toContain('H1 "Certificate of Completion"')
      expect(structure).toMatch(/Table[\s\S]*THead[\s\S]*TH\b[\s\S]*TBody[\s\S]*TD\b/)
      expect(structure).toContain('Figure')
      for (const font of fonts) expect(font).toMatch(/\s(yes) (yes) (yes)\s+\d+\s+\d+$/)
      expect(fonts.length).toBeGreaterThan(0)
      expect(check).toContain('No syntax or stream encoding errors found')
    })

    test('every fact is in its text', async () => {
      const { shown } = await read(someFacts(2, { courseName: 'Conscience, Law & Faith' }))
      for (const part of [
        'Ada Example',
        'Conscience, Law & Faith',
        'Issued on November 22, 2026',
        'Lesson 2: conscience and the law',
        'Quiz 2',
        '5 of 6',
        'November 20, 2026',
        'https://courses.example.org/certificates/ABCD-EFGH-JKMN-PQRS',
        'did:key:z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQXJPt4swbTQ2',
      ])
        expect(shown).toContain(part)
    })

    test('markup in a name is shown, not run', async () => {
      const learnerName = '#panic() *bold* $x$ <b> \\ @preview'
      expect((await read(someFacts(1, { learnerName }))).shown).toContain(learnerName)
    })

    test('the credential is inside in both forms, byte for byte', async () => {
      const path = await save(someFacts(1))
      for (const [name, content] of [
        ['credential.json', someFacts().credential],
        ['credential.jwt', someFacts().credentialJwt],
      ] as const) {
        const { stdout } = await run('qpdf', [`--show-attachment=${name}`, path])
        expect(stdout).toBe(content)
      }
    })
  },
)

test('a name of 200 letters without a space stays inside the border', async () => {
  const pdf = await rendering.render(someFacts(1, { learnerName: 'X'.repeat(200) }))
  expect(pagesOf(pdf)).toBe(1)
  if (!canLook) return
  const path = await save(someFacts(1, { learnerName: 'X'.repeat(200) }))
  const boxes = join(folder, 'boxes.html')
  await run('pdftotext', ['-bbox', path, boxes])
  const right = [...(await readFile(boxes, 'utf8')).matchAll(/xMax="([\d.]+)"/g)].map(([, x]) => Number(x))
  expect(Math.max(...right)).toBeLessThan(792 - 0.39 * 72)
})
