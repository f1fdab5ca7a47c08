/** The part of the library that is used here; it comes without types. */
declare module 'fontkit' {
  export function create(file: Uint8Array): { hasGlyphForCodePoint(point: number): boolean }
}
