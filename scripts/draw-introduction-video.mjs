// Draws the video of Courses' page on how it works, with its captions, into apps/courses-site/public/videos, from the
// steps in packages/courses/src/starter/site-documents. Needs ffmpeg with libx264. Run it again after changing a step:
// `node scripts/draw-introduction-video.mjs`
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
const sharp = createRequire(join(root, 'packages/courses/package.json'))('sharp')
const { steps } = await import('../packages/courses/src/starter/site-documents/learning.ts')

const site = join(root, 'apps/courses-site/public')
const folder = join(site, 'videos')
const [width, height] = [1280, 720]
const secondsASlide = 7

/** Words in lines of at most so many characters. */
function linesOf(text, most) {
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    if (longer.length > most) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A step on paper: its numeral, its name, what one does; and how far the way is. */
function drawStep({ name, data }, at) {
  const lines = linesOf(data.text, 46).map(
    (line, index) =>
      `<text x="330" y="${378 + index * 56}" font-size="38" fill="#4a3d33">${escaped(line)}</text>`,
  )
  const dots = steps.map(
    (_, index) =>
      `<circle cx="${338 + index * 34}" cy="620" r="9" fill="${index <= at ? '#7a2a28' : 'none'}" stroke="#7a2a28" stroke-width="2"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="'Source Serif 4', Georgia, serif">
<rect width="${width}" height="${height}" fill="#f4e9d3"/><path d="M24 24h1232v672H24z" fill="none" stroke="#33241d" stroke-opacity=".3" stroke-width="2"/>
<circle cx="190" cy="292" r="86" fill="#fffaf0" stroke="#a97f35" stroke-width="3"/><text x="190" y="328" text-anchor="middle" font-size="104" fill="#7a2a28">${at + 1}</text>
<text x="328" y="300" font-size="62" font-weight="600" fill="#33241d">${escaped(name)}</text>
${lines.join('\n')}
${dots.join('')}
</svg>`
}

const clock = (seconds) =>
  `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}.000`

mkdirSync(folder, { recursive: true })
const opening = readFileSync(join(site, 'pictures/how-it-works.svg'))
const pictures = [opening, ...steps.map((step, at) => Buffer.from(drawStep(step, at)))]
const list = []
for (const [at, picture] of pictures.entries()) {
  const png = join(scratch, `${at}.png`)
  await sharp(picture, { density: 96 }).resize(width, height).png().toFile(png)
  list.push(`file '${png}'\nduration ${at === 0 ? 3 : secondsASlide}\n`)
}
writeFileSync(join(scratch, 'list.txt'), `${list.join('')}file '${join(scratch, `${steps.length}.png`)}'\n`)
const total = 3 + steps.length * secondsASlide
const encoding = ['-c:v', 'libx264', '-preset', 'slow', '-crf', '27', '-tune', 'stillimage', '-g', '50']
await run('ffmpeg', [
  ...[
    '-v',
    'error',
    '-y',
    '-f',
    'concat',
    '-safe',
    '0',
    '-i',
    join(scratch, 'list.txt'),
    '-t',
    String(total),
  ],
  ...['-vf', 'scale=960:540:flags=lanczos,fps=5,format=yuv420p', ...encoding],
  ...['-threads', '1', '-map_metadata', '-1', '-fflags', '+bitexact', '-movflags', '+faststart', '-an'],
  join(folder, 'how-it-works.mp4'),
])
const cues = steps.map(({ name, data }, at) => {
  const from = 3 + at * secondsASlide
  return `${clock(from)} --> ${clock(from + secondsASlide)}\n${at + 1}. ${name}. ${data.text}\n`
})
writeFileSync(join(folder, 'how-it-works.vtt'), `WEBVTT\n\n${cues.join('\n')}`)
rmSync(scratch, { recursive: true })
