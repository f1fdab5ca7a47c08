import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import qrcode from 'qrcode'
import type { CertificateFacts } from '../facts.ts'
import { readFonts } from './fonts.ts'
import { certificateTemplate } from './template.ts'
import { templateInputs } from './template-inputs.ts'

/** Nothing is there: a template can read the files of its workspace. */
const noWorkspace = '/nonexistent'

type Draw = (facts: CertificateFacts) => Promise<Uint8Array>

/**
 * Opens the typesetter with the fonts of certificates and no other. The PDF is tagged (PDF/UA-1) and its bytes follow
 * from the facts alone. It computes for 10 ms or more: a thread of its own runs it.
 */
export function openTypesetter(): Draw {
  const fonts = readFonts()
  const compiler = NodeCompiler.create({ workspace: noWorkspace, fontArgs: [{ fontBlobs: fonts.blobs }] })
  const isBasic = (grapheme: string) => /^[\x20-\x7e]$/.test(grapheme)

  function compile(facts: CertificateFacts, qr: string, canShow: (grapheme: string) => boolean): Uint8Array {
    try {
      const compiled = compiler.compile({
        mainFileContent: certificateTemplate,
        inputs: templateInputs(facts, qr, canShow),
      })
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

  return async (facts) => {
    const qr = await qrcode.toString(facts.address, { type: 'svg', margin: 0 })
    try {
      return compile(facts, qr, fonts.has)
    } catch {
      // A font may have every character of a sequence and still no glyph for the sequence.
      return compile(facts, qr, isBasic)
    }
  }
}
