import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create } from 'fontkit'

const files = [
  'source-serif-4/400Regular/SourceSerif4_400Regular.ttf',
  'source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf',
  'noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf',
  'noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  'noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
]

export type Fonts = {
  readonly blobs: Buffer[]
  /** Whether one font has all of the grapheme: a letter and its marks are set in the same font. */
  has(grapheme: string): boolean
}

/** Shape text or only its order; no font needs a glyph for them. */
const invisible = /[\p{Default_Ignorable_Code_Point}\s]/u

/** The fonts of certificates, 12 MB, from the packages that they come in. */
export function readFonts(): Fonts {
  const resolve = createRequire(import.meta.url).resolve
  const blobs = files.map((file) => readFileSync(resolve(`@expo-google-fonts/${file}`)))
  const fonts = blobs.map((blob) => create(blob))
  return {
    blobs,
    has: (grapheme) => {
      const characters = [...grapheme].filter((character) => !invisible.test(character))
      return fonts.some((font) =>
        characters.every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)),
      )
    },
  }
}
