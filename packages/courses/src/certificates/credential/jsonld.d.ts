/** The part of the library that is used here; it comes without types. */
declare module 'jsonld' {
  const jsonld: {
    canonize(
      document: unknown,
      options: {
        algorithm: 'RDFC-1.0'
        format: 'application/n-quads'
        safe: true
        documentLoader: (url: string) => Promise<unknown>
      },
    ): Promise<string>
  }
  export default jsonld
}
