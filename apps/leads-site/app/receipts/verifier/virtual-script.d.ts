declare module 'virtual:verifier-script' {
  /** The bundled script of `verify-receipt.html`. */
  const script: string
  export default script
}
