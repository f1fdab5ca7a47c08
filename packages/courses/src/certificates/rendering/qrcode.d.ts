/** The part of the library that is used here; it comes without types. */
declare module 'qrcode' {
  export function toString(text: string, options: { type: 'svg'; margin: number }): Promise<string>
}
