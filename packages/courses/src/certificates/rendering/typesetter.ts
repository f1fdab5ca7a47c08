import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import qrcode from 'qrcode'
import type { CertificateFacts } from '../facts.ts'
import { emojiFont, type NeededFonts, openFonts } from './fonts.ts'
import { certificateTemplate } from './template.ts'
import { templateInputs } from './template-inputs.ts'

/** Nothing is there: a template can read the files of its workspace. */
const noWorkspace = '/nonexistent'

type Draw = (facts: CertificateFacts) => Promise<Uint8Array>

/**
 * Opens the typesetter. It reads the fonts that texts need, most need those of Latin alone, and is made anew with
 * more then: one for each set of fonts would take hundreds of megabytes. A certificate names its own fonts, so its bytes
 * follow from the facts alone, whatever was set before. The PDF is tagged (PDF/UA-1). It computes for 10 ms or more: a
 * thread of its own runs it.
 */
export function openTypesetter(): Draw {
  const fonts = openFonts()
  const loaded = new Set<number>()
  let made: NodeCompiler | undefined

  function compilerFor(needed: NeededFonts): NodeCompiler {
    if (made && [...needed].every((font) => loaded.has(font))) return made
    for (const font of fonts.loadedWith(needed)) loaded.add(font)
    made = NodeCompiler.create({ workspace: noWorkspace, fontArgs: [{ fontBlobs: fonts.blobs(loaded) }] })
    return made
  }

  function compile(facts: CertificateFacts, qr: string, isShown: (font: number | 'latin') => boolean) {
    const needed = new Set<number>()
    const canShow = (grapheme: string) => {
      const font = fonts.find(grapheme)
      const isKnown = font !== undefined && isShown(font)
      if (isKnown && font !== 'latin') needed.add(font)
      return isKnown
    }
    const written = templateInputs(facts, qr, canShow)
    const inputs = { ...written, fonts: JSON.stringify(fonts.families(needed)) }
    const compiler = compilerFor(needed)
    try {
      const compiled = compiler.compile({ mainFileContent: certificateTemplate, inputs })
      if (!compiled.result) throw new Error('The template of certificates does not compile')
      return new Uint8Array(
        compiler.pdf(compiled.result, {
          pdfStandard: 'ua-1',
          creationTimestamp: Math.floor(Date.parse(facts.issuedAt) / 1000),
        }),
      )
    } finally {
      // Without it every certificate leaves about 1 MB behind.
      compiler.evictCache(0)
    }
  }

  /** A font may have every character of a sequence and still no glyph for the sequence: it is left out then. */
  const tries = [
    () => true,
    (font: number | 'latin') => font !== emojiFont,
    (font: number | 'latin') => font === 'latin',
  ]

  return async (facts) => {
    const qr = await qrcode.toString(facts.address, { type: 'svg', margin: 0 })
    let failure: unknown
    for (const isShown of tries) {
      try {
        return compile(facts, qr, isShown)
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }
}
