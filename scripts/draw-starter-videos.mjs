// Draws the videos of the introductory course and their first pictures into apps/courses-site/public/starter, from the
// slides in packages/courses/src/starter. Needs ffmpeg with libx264. Run it again after changing a slide:
// `node scripts/draw-starter-videos.mjs`
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run } from './setup.mjs'

const scratch = mkdtempSync(join(tmpdir(), 'freeor-slides-'))
const fonts = join(root, 'node_modules/@expo-google-fonts/source-serif-4')
writeFileSync(
  join(scratch, 'fonts.conf'),
  `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${fonts}</dir><cachedir>${scratch}</cachedir></fontconfig>`,
)
// Read by the library that draws SVG, so it must be set before that is loaded.
process.env.FONTCONFIG_FILE = join(scratch, 'fonts.conf')

// A dependency of that package.
const sharp = createRequire(join(root, 'packages/courses/package.json'))('sharp')
const { starterCourse, starterLessons } = await import('../packages/courses/src/starter/starter-course.ts')
const { timeSlides } = await import('../packages/courses/src/starter/slide-times.ts')

const [width, height] = [1280, 720]
const paper = '#fbf7ee'
const ink = '#2a211a'
const faded = '#665a4d'
const accents = ['#8f332f', '#6b5a1e', '#2f5d7a', '#5a4a7a', '#3b6b2f']
const family = "'Source Serif 4', 'Source Serif 4 Variable', Georgia, serif"

/** One drawing a lesson, 320 units wide and high. */
const drawings = [
  // A lamp that is carried.
  '<path d="M160 20v34M118 66h84l18 40H100zM108 106h104l-14 150h-76zM96 256h128v22H96z"/><path d="M160 134c26 34 26 70 0 82-26-12-26-48 0-82z" fill="currentColor" fill-opacity=".25"/><path d="M160 20c-30 0-44 18-44 46M160 20c30 0 44 18 44 46" /><path d="M60 150l-34-12M58 190H22M262 150l34-12M264 190h34" opacity=".45"/>',
  // A road with milestones.
  '<path d="M40 300C200 286 250 244 168 206S78 140 190 110s80-52 60-78"/><path d="M120 300c150-18 214-66 118-104S138 150 236 122s78-52 46-90"/><path d="M52 262v-30c0-16 24-16 24 0v30zM246 236v-26c0-14 20-14 20 0v26zM96 146v-22c0-12 18-12 18 0v22z" fill="currentColor" fill-opacity=".25"/><path d="M20 32h40M34 18l-14 14 14 14" opacity="0"/><path d="M20 70c24-18 48-18 72 0s48 18 72 0" opacity=".45"/>',
  // Scales.
  '<path d="M160 30v240M100 286h120M112 270h96"/><path d="M60 78c40 10 70-10 100-18 30 8 60 28 100 18"/><circle cx="160" cy="44" r="12" fill="currentColor" fill-opacity=".25"/><path d="M60 78L24 176h72zM260 78l-36 98h72z"/><path d="M20 176h80c0 22-18 36-40 36s-40-14-40-36zM220 176h80c0 22-18 36-40 36s-40-14-40-36z" fill="currentColor" fill-opacity=".25"/>',
  // Two circles that meet.
  '<circle cx="118" cy="160" r="98"/><circle cx="202" cy="160" r="98"/><path d="M160 72a98 98 0 010 176 98 98 0 010-176z" fill="currentColor" fill-opacity=".25"/><path d="M62 136c18-14 36-14 54 0M62 170c18-14 36-14 54 0M204 136c18-14 36-14 54 0M204 170c18-14 36-14 54 0" opacity=".45"/>',
  // A table with many kinds of chair.
  '<ellipse cx="160" cy="186" rx="112" ry="42" fill="currentColor" fill-opacity=".18"/><path d="M160 228v62M126 290h68"/><path d="M84 150V92h40v58M196 146V86c0-22 44-22 44 0v60M140 142v-44l20-24 20 24v44"/><path d="M36 250v-64h34M36 214h34v36M284 250v-64h-34M284 214h-34v36"/><path d="M130 182h24M172 190h22M146 200h16" opacity=".6"/>',
]

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A slide as a picture, with as many of its lines as were spoken of. */
function drawSlide({ number, at, count, title, lines, shown }) {
  const accent = accents[number - 1]
  const isOpening = at === 0
  const texts = lines.slice(0, shown).map((line, index) => {
    const y = 330 + index * 66
    const last = index === shown - 1 ? ink : faded
    return `<circle cx="122" cy="${y - 11}" r="6" fill="${accent}"/><text x="150" y="${y}" font-size="38" fill="${last}">${escaped(line)}</text>`
  })
  const dots = Array.from(
    { length: count },
    (_, index) =>
      `<circle cx="${112 + index * 26}" cy="648" r="7" fill="${index <= at ? accent : 'none'}" stroke="${accent}" stroke-width="2"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${family}">
<rect width="${width}" height="${height}" fill="${paper}"/>
<rect width="28" height="${height}" fill="${accent}"/><rect x="36" width="4" height="${height}" fill="${accent}" opacity=".35"/>
<text x="112" y="${isOpening ? 250 : 130}" font-size="24" fill="${faded}">${escaped(starterCourse.name)}${isOpening ? '' : ` · Lesson ${number}`}</text>
<text x="110" y="${isOpening ? 336 : 216}" font-size="${isOpening ? 68 : 58}" font-weight="600" fill="${ink}">${escaped(title)}</text>
${isOpening ? `<text x="112" y="404" font-size="34" fill="${accent}">Lesson ${number}</text>` : texts.join('\n')}
<g transform="translate(${isOpening ? 900 : 900} ${isOpening ? 370 : 300}) scale(.94)" fill="none" stroke="currentColor" color="${accent}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round">${drawings[number - 1]}</g>
${dots.join('')}
</svg>\n`
}

/** The pictures of a lesson, each with how long it is shown: one for each caption. */
function picturesOf({ slides }, number) {
  const timed = timeSlides(slides)
  return slides.flatMap(({ title, lines }, at) => {
    const { start, end, captions } = timed[at]
    return captions.map((caption, index) => {
      const from = index === 0 ? start : caption.start
      const to = captions[index + 1]?.start ?? end
      const shown = Math.ceil(((index + 1) / captions.length) * lines.length)
      const picture = drawSlide({ number, at, count: slides.length, title, lines, shown })
      return { picture, seconds: to - from }
    })
  })
}

const folder = join(root, 'apps/courses-site/public/starter')
mkdirSync(folder, { recursive: true })
for (const [index, lesson] of starterLessons.entries()) {
  const number = index + 1
  const pictures = picturesOf(lesson, number)
  // Without the dots, where the page has its Play button.
  const poster = drawSlide({ ...lesson.slides[0], number, at: 0, count: 0, shown: 0 })
  writeFileSync(join(folder, `lesson-${lesson.slug}.svg`), poster)
  const list = []
  for (const [at, { picture, seconds }] of pictures.entries()) {
    const png = join(scratch, `${number}-${at}.png`)
    await sharp(Buffer.from(picture)).png().toFile(png)
    list.push(`file '${png}'\nduration ${seconds.toFixed(2)}\n`)
  }
  const last = join(scratch, `${number}-${pictures.length - 1}.png`)
  writeFileSync(join(scratch, 'list.txt'), `${list.join('')}file '${last}'\n`)
  const total = pictures.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(2)
  await run('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'concat', '-safe', '0', '-i', join(scratch, 'list.txt'), '-t', total],
    ...[
      '-vf',
      'scale=960:540:flags=lanczos,fps=5,format=yuv420p',
      '-c:v',
      'libx264',
      '-preset',
      'slow',
      '-crf',
      '27',
    ],
    // A key picture every ten seconds: seeking shows the right slide at once.
    ...['-tune', 'stillimage', '-g', '50', '-threads', '1', '-map_metadata', '-1', '-fflags', '+bitexact'],
    ...['-movflags', '+faststart', '-an', join(folder, `lesson-${lesson.slug}.mp4`)],
  ])
}
rmSync(scratch, { recursive: true })
