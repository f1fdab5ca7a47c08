/** The part of the library that is used here; it comes without types. */
declare module 'fontkit' {
  export type Font = { hasGlyphForCodePoint(point: number): boolean }
  export function create(file: Uint8Array): Font
}
