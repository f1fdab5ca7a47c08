import { readMarkdown } from '@freeor/content/markdown/read-markdown'
import type { ZipEntry } from '@freeor/storage/zip/write-zip'
import type { ArchivedCourse, ArchivedLesson } from '../archive/ports.ts'
import { videoSource } from '../catalog/video-source.ts'
import { escapeXml, writeXhtml, type XhtmlMeans } from './write-xhtml.ts'

/** A picture of the book, as every reader of books shows it. */
export type BookPicture = {
  /** Its address on the site, as texts have it. */
  readonly src: string
  readonly fileName: string
  readonly type: string
  readonly bytes: Uint8Array
}

export type Book = {
  readonly courseId: string
  readonly course: ArchivedCourse
  readonly pictures: readonly BookPicture[]
  readonly changedAt: Date
  readonly siteUrl: string
}

/** The language of most captions; English where there are none. */
function languageOf({ lessons }: ArchivedCourse): string {
  const named = lessons.flatMap(({ captions }) =>
    captions.filter(({ kind }) => kind === 'captions').map(({ language }) => language),
  )
  const often = [...Map.groupBy(named, (language) => language)].toSorted(
    ([one, its], [other, theirs]) => theirs.length - its.length || (one < other ? -1 : 1),
  )
  return often[0]?.[0] ?? 'en'
}

const page = (language: string, title: string, body: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}">
<head><title>${escapeXml(title)}</title><link rel="stylesheet" type="text/css" href="book.css"/></head>
<body>
${body}
</body>
</html>
`

const css = `body { font-family: serif; line-height: 1.5; }
h1, h2, h3 { line-height: 1.25; page-break-after: avoid; }
img { max-width: 100%; }
ol.options { list-style-type: upper-alpha; }
table { border-collapse: collapse; }
th, td { border: 1px solid; padding: 0.25em 0.5em; text-align: start; }
`

const fileOf = (at: number) => `lesson-${String(at + 1).padStart(3, '0')}.xhtml`
const paragraph = (text: string) => (text === '' ? '' : `<p>${escapeXml(text)}</p>\n`)

/** A video cannot be read: a link to where it is played. */
function videoLink({ videoType, videoUrl }: ArchivedLesson, siteUrl: string): string {
  if (!videoSource({ videoType, videoUrl })) return ''
  const href = escapeXml(new URL(videoUrl.trim(), siteUrl).href)
  return `<p>Video: <a href="${href}">${href}</a></p>\n`
}

/** The questions that learners are asked, without their keys and explanations. */
function quizOf({ quizName, questions }: ArchivedLesson, means: XhtmlMeans): string {
  const asked = questions.filter(({ answer }) => answer !== null)
  if (asked.length === 0) return ''
  const text = (markdown: string) => writeXhtml(readMarkdown(markdown), { ...means, lowered: 3 })
  const items = asked.map(
    ({ question, options }) =>
      `<li>${text(question)}<ol class="options" type="A">${options.map((option) => `<li>${text(option)}</li>`).join('')}</ol></li>`,
  )
  return `<section aria-labelledby="quiz">\n<h2 id="quiz">${escapeXml(quizName)}</h2>\n<ol>${items.join('\n')}</ol>\n</section>\n`
}

function lessonPage(lesson: ArchivedLesson, means: XhtmlMeans): string {
  const { title, instructor, description, transcript } = lesson
  return [
    `<h1>${escapeXml(title)}</h1>\n`,
    ...[instructor, description].map(paragraph),
    videoLink(lesson, means.siteUrl),
    `<section>${writeXhtml(readMarkdown(transcript), { ...means, lowered: 1 })}</section>\n`,
    quizOf(lesson, means),
  ].join('')
}

function navigation({ course }: Book, language: string): string {
  const entries = course.lessons.map(
    ({ title }, at) => `<li><a href="${fileOf(at)}">${escapeXml(title)}</a></li>`,
  )
  return page(
    language,
    course.name,
    `<nav epub:type="toc" role="doc-toc" aria-labelledby="toc"><h1 id="toc">${escapeXml(course.name)}</h1>
<ol><li><a href="title.xhtml">${escapeXml(course.name)}</a></li>
${entries.join('\n')}</ol></nav>
<nav epub:type="landmarks" hidden="hidden"><ol><li><a epub:type="bodymatter" href="${fileOf(0)}">${escapeXml(course.lessons[0]?.title ?? '')}</a></li></ol></nav>`,
  )
}

/** What readers tell people who cannot see or hear of the book: EPUB Accessibility 1.1. */
const accessibility = [
  ['accessMode', 'textual'],
  ['accessMode', 'visual'],
  ['accessModeSufficient', 'textual'],
  ['accessibilityFeature', 'structuralNavigation'],
  ['accessibilityFeature', 'tableOfContents'],
  ['accessibilityFeature', 'readingOrder'],
  ['accessibilityFeature', 'alternativeText'],
  ['accessibilityHazard', 'none'],
  [
    'accessibilitySummary',
    'Texts with headings and a table of contents. Pictures have the alternative texts of their authors. Videos are links.',
  ],
] as const

function packageDocument({ courseId, course, pictures, changedAt }: Book, language: string): string {
  const creators = [...new Set(course.lessons.map(({ instructor }) => instructor.trim()))].filter(Boolean)
  const lessons = course.lessons.map((_, at) => ({ id: `lesson-${at + 1}`, href: fileOf(at) }))
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${language}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:freeor:course:${escapeXml(courseId)}</dc:identifier>
<dc:title>${escapeXml(course.name)}</dc:title>
<dc:language>${language}</dc:language>
${creators.map((name) => `<dc:creator>${escapeXml(name)}</dc:creator>\n`).join('')}${
  course.description.trim() === ''
    ? ''
    : `<dc:description>${escapeXml(course.description)}</dc:description>\n`
}<meta property="dcterms:modified">${changedAt.toISOString().replace(/\.\d+Z$/, 'Z')}</meta>
${accessibility.map(([name, value]) => `<meta property="schema:${name}">${value}</meta>`).join('\n')}
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="css" href="book.css" media-type="text/css"/>
<item id="title" href="title.xhtml" media-type="application/xhtml+xml"/>
${lessons.map(({ id, href }) => `<item id="${id}" href="${href}" media-type="application/xhtml+xml"/>`).join('\n')}
${pictures.map(({ fileName, type }, at) => `<item id="picture-${at + 1}" href="pictures/${fileName}" media-type="${type}"/>`).join('\n')}
</manifest>
<spine>
<itemref idref="title"/>
${lessons.map(({ id }) => `<itemref idref="${id}"/>`).join('\n')}
</spine>
</package>
`
}

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`

/** The files of a course as EPUB 3 (https://www.w3.org/TR/epub-33/), in their order: the type comes first, unpacked. */
export function writeEpub(book: Book): ZipEntry[] {
  const { course, pictures, siteUrl } = book
  const language = languageOf(course)
  const bySrc = new Map(pictures.map(({ src, fileName }) => [src, `pictures/${fileName}`]))
  const means: XhtmlMeans = { picture: (src) => bySrc.get(src), siteUrl }
  const title = `<h1>${escapeXml(course.name)}</h1>\n${paragraph(course.description)}`
  const texts: [string, string][] = [
    ['META-INF/container.xml', container],
    ['book/package.opf', packageDocument(book, language)],
    ['book/nav.xhtml', navigation(book, language)],
    ['book/book.css', css],
    ['book/title.xhtml', page(language, course.name, title)],
    ...course.lessons.map((lesson, at): [string, string] => [
      `book/${fileOf(at)}`,
      page(language, lesson.title, lessonPage(lesson, means)),
    ]),
  ]
  return [
    { name: 'mimetype', bytes: Buffer.from('application/epub+zip'), isStored: true },
    ...texts.map(([name, text]) => ({ name, bytes: Buffer.from(text) })),
    ...pictures.map(({ fileName, bytes }) => ({
      name: `book/pictures/${fileName}`,
      bytes,
      isStored: true as const,
    })),
  ]
}
