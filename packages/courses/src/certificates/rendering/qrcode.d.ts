/** The part of the library that is used here; it comes without types. */
declare module 'qrcode' {
  const qrcode: { toString(text: string, options: { type: 'svg'; margin: number }): Promise<string> }
  export default qrcode
}
