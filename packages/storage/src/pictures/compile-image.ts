import { AppError } from '@freeor/kernel/errors'
import type { Metadata, Sharp, SharpInput } from 'sharp'
import { compileSvg } from './compile-svg.ts'
import { longestSide, mostFrames, mostPixels } from './limits.ts'
import { type ImageKind, sniffImage } from './sniff-image.ts'

/** A picture as it is kept. */
export type CompiledImage = {
  readonly ending: 'jpg' | 'png' | 'gif' | 'webp' | 'svg'
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
  /** Of an SVG: the same as PNG. */
  readonly raster?: Buffer
  readonly notice: string | null
}

const refused = (message: string) => new AppError('invalid_request', message)
const unreadable = () => refused('That picture could not be read. Is the file complete?')

/** Its work runs in threads of its own. Loaded with the first picture. */
async function openImage(bytes: SharpInput, options: { pages?: number } = {}): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true, ...options })
}

/** What the header says; nothing is decoded, so no size is too large to be asked for. */
async function readMetadata(bytes: Buffer): Promise<Metadata> {
  const { default: sharp } = await import('sharp')
  const found = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (!found?.width || !found.height) throw unreadable()
  return found
}

/** Of the header, before anything is decoded. */
function requireSize({ width, height, pages = 1, pageHeight = height }: Size): void {
  if (width * pageHeight * Math.max(1, pages) > mostPixels || width * height > mostPixels)
    throw refused(`A picture may have ${mostPixels / 1_000_000} million pixels at most, all frames counted.`)
  if (pages > mostFrames) throw refused(`A picture may have ${mostFrames} frames at most.`)
}

type Size = Pick<Metadata, 'width' | 'height' | 'pages' | 'pageHeight'>

const animated: ReadonlySet<ImageKind> = new Set(['gif', 'webp'])

/**
 * Reads a picture by what its bytes are and writes it anew: turned as its camera says, then without any metadata
 * (place, device, date), no larger than needed, and without what was hidden behind or between its pixels.
 * @throws AppError invalid_request with what is wrong with it
 */
export async function compileImage(bytes: Buffer): Promise<CompiledImage> {
  const kind = sniffImage(bytes)
  if (!kind) throw refused('Please choose a JPEG, PNG, GIF, SVG, TIFF or WebP picture.')
  return kind === 'svg' ? await compileDrawing(bytes) : await compilePixels(bytes, kind)
}

async function compileDrawing(bytes: Buffer): Promise<CompiledImage> {
  const clean = Buffer.from(await compileSvg(bytes))
  requireSize(await readMetadata(clean))
  const raster = await written((await openImage(clean)).resize(fitting).png())
  return { ending: 'svg', bytes: clean, raster: raster.data, ...raster.size, notice: null }
}

const fitting = { width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true } as const

async function compilePixels(bytes: Buffer, kind: Exclude<ImageKind, 'svg'>): Promise<CompiledImage> {
  const found = await readMetadata(bytes)
  const pages = animated.has(kind) ? (found.pages ?? 1) : 1
  requireSize({ ...found, pages, pageHeight: found.height })
  const image = (await openImage(bytes, pages > 1 ? { pages: -1 } : {})).autoOrient().resize(fitting)
  const { ending, output } = outputOf(image, kind, found.hasAlpha ?? false)
  const { data, size } = await written(output)
  const isCut = kind === 'tiff' && (found.pages ?? 1) > 1
  const notice = isCut ? `Only the first of the ${found.pages} pages of the TIFF is kept.` : null
  return { ending, bytes: data, ...size, notice }
}

function outputOf(image: Sharp, kind: Exclude<ImageKind, 'svg'>, hasAlpha: boolean) {
  if (kind === 'gif') return { ending: 'gif', output: image.gif() } as const
  if (kind === 'webp') return { ending: 'webp', output: image.webp({ quality: 82 }) } as const
  const isDrawn = kind === 'png' || (kind === 'tiff' && hasAlpha)
  return isDrawn
    ? ({ ending: 'png', output: image.png() } as const)
    : ({ ending: 'jpg', output: image.jpeg({ quality: 82, mozjpeg: true }) } as const)
}

/** Without metadata, as `sharp` writes unless told otherwise; colours are those of the web. */
async function written(output: Sharp) {
  const { data, info } = await output
    .timeout({ seconds: 20 })
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw new AppError('invalid_request', 'That picture could not be read. Is the file complete?', {
        cause,
      })
    })
  return { data, size: { width: info.width, height: info.pageHeight ?? info.height } }
}
