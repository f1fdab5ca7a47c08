import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

const latin = [
  'source-serif-4/400Regular/SourceSerif4_400Regular',
  'source-serif-4/600SemiBold/SourceSerif4_600SemiBold',
]

/**
 * The fonts beyond Latin, Greek and Cyrillic in the order in which they are asked, each with the characters that it is
 * read for: a file of up to 10 MB is not opened to learn that it lacks a letter.
 */
const others = [
  ['Noto Naskh Arabic', 'noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular', /\p{scx=Arabic}/u],
  [
    'Noto Sans Devanagari',
    'noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular',
    /\p{scx=Devanagari}/u,
  ],
  ['Noto Sans Hebrew', 'noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular', /\p{scx=Hebrew}/u],
  ['Noto Sans Thai', 'noto-sans-thai/400Regular/NotoSansThai_400Regular', /\p{scx=Thai}/u],
  ['Noto Sans Bengali', 'noto-sans-bengali/400Regular/NotoSansBengali_400Regular', /\p{scx=Bengali}/u],
  ['Noto Sans Gurmukhi', 'noto-sans-gurmukhi/400Regular/NotoSansGurmukhi_400Regular', /\p{scx=Gurmukhi}/u],
  ['Noto Sans Gujarati', 'noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular', /\p{scx=Gujarati}/u],
  ['Noto Sans Oriya', 'noto-sans-oriya/400Regular/NotoSansOriya_400Regular', /\p{scx=Oriya}/u],
  ['Noto Sans Tamil', 'noto-sans-tamil/400Regular/NotoSansTamil_400Regular', /\p{scx=Tamil}/u],
  ['Noto Sans Telugu', 'noto-sans-telugu/400Regular/NotoSansTelugu_400Regular', /\p{scx=Telugu}/u],
  ['Noto Sans Kannada', 'noto-sans-kannada/400Regular/NotoSansKannada_400Regular', /\p{scx=Kannada}/u],
  [
    'Noto Sans Malayalam',
    'noto-sans-malayalam/400Regular/NotoSansMalayalam_400Regular',
    /\p{scx=Malayalam}/u,
  ],
  ['Noto Sans Sinhala', 'noto-sans-sinhala/400Regular/NotoSansSinhala_400Regular', /\p{scx=Sinhala}/u],
  ['Noto Sans Lao', 'noto-sans-lao/400Regular/NotoSansLao_400Regular', /\p{scx=Lao}/u],
  ['Noto Sans Khmer', 'noto-sans-khmer/400Regular/NotoSansKhmer_400Regular', /\p{scx=Khmer}/u],
  ['Noto Sans Myanmar', 'noto-sans-myanmar/400Regular/NotoSansMyanmar_400Regular', /\p{scx=Myanmar}/u],
  ['Noto Sans Ethiopic', 'noto-sans-ethiopic/400Regular/NotoSansEthiopic_400Regular', /\p{scx=Ethiopic}/u],
  ['Noto Sans Armenian', 'noto-sans-armenian/400Regular/NotoSansArmenian_400Regular', /\p{scx=Armenian}/u],
  ['Noto Sans Georgian', 'noto-sans-georgian/400Regular/NotoSansGeorgian_400Regular', /\p{scx=Georgian}/u],
  ['Noto Sans Syriac', 'noto-sans-syriac/400Regular/NotoSansSyriac_400Regular', /\p{scx=Syriac}/u],
  ['Noto Sans Thaana', 'noto-sans-thaana/400Regular/NotoSansThaana_400Regular', /\p{scx=Thaana}/u],
  ['Noto Serif Tibetan', 'noto-serif-tibetan/400Regular/NotoSerifTibetan_400Regular', /\p{scx=Tibetan}/u],
  [
    'Noto Emoji',
    'noto-emoji/400Regular/NotoEmoji_400Regular',
    /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u,
  ],
  // Punctuation and signs that several scripts share too.
  [
    'Noto Sans SC',
    'noto-sans-sc/400Regular/NotoSansSC_400Regular',
    /\p{scx=Han}|\p{scx=Hiragana}|\p{scx=Katakana}|\p{scx=Bopomofo}|\p{Script=Common}/u,
  ],
  ['Noto Sans KR', 'noto-sans-kr/400Regular/NotoSansKR_400Regular', /\p{scx=Hangul}/u],
] as const satisfies readonly (readonly [family: string, file: string, isFor: RegExp])[]

/** Beyond Latin, Greek and Cyrillic, the fonts that a certificate needs: places in their order. */
export type NeededFonts = ReadonlySet<number>

export type Fonts = {
  /** The font that has all of the grapheme: a letter and its marks are set in the same font. */
  find(grapheme: string): number | 'latin' | undefined
  /** The files of these fonts and those of Latin. */
  blobs(needed: NeededFonts): Buffer[]
  /**
   * What is loaded where these are needed: the small files, 4 MB in all, come together, so that a typesetter is made anew
   * three times at most; each one leaves what it had until the garbage is collected.
   */
  loadedWith(needed: NeededFonts): NeededFonts
  /** The names by which a template asks for them, in their order. */
  families(needed: NeededFonts): string[]
}

/** The font of pictographs, whose sequences may lack a glyph although each part has one. */
export const emojiFont = others.findIndex(([family]) => family === 'Noto Emoji')

/** The files of 6 and 10 MB. */
const large: ReadonlySet<number> = new Set(
  others.flatMap(([family], at) => (family === 'Noto Sans SC' || family === 'Noto Sans KR' ? [at] : [])),
)
const small = [...others.keys()].filter((at) => !large.has(at))

/** Shape text or only its order; no font needs a glyph for them. */
const invisible = /[\p{Default_Ignorable_Code_Point}\s]/u

/** The fonts of certificates, from the packages that they come in. Each file is read when a text first needs it. */
export function openFonts(): Fonts {
  const resolve = createRequire(import.meta.url).resolve
  const blobs = new Map<string, Buffer>()
  const opened = new Map<string, Font>()
  const read = (file: string): Buffer => {
    const blob = blobs.get(file) ?? readFileSync(resolve(`@expo-google-fonts/${file}.ttf`))
    blobs.set(file, blob)
    return blob
  }
  const open = (file: string): Font => {
    const font = opened.get(file) ?? create(read(file))
    opened.set(file, font)
    return font
  }
  const has = (file: string, characters: readonly string[]) =>
    characters.every((character) => open(file).hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
  return {
    find(grapheme) {
      const characters = [...grapheme].filter((character) => !invisible.test(character))
      if (latin.every((file) => has(file, characters))) return 'latin'
      const found = others.findIndex(([, file, isFor]) => isFor.test(grapheme) && has(file, characters))
      return found === -1 ? undefined : found
    },
    blobs: (needed) => [...latin, ...inOrder(needed, 1)].map(read),
    loadedWith: (needed) =>
      [...needed].some((at) => !large.has(at)) ? new Set([...needed, ...small]) : needed,
    families: (needed) => ['Source Serif 4', ...inOrder(needed, 0)],
  }
}

const inOrder = (needed: NeededFonts, part: 0 | 1): string[] =>
  others.flatMap((font, at) => (needed.has(at) ? font[part] : []))
