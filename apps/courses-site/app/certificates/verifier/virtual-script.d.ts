declare module 'virtual:verifier-script' {
  /** The bundled script of `verify.html`. */
  const script: string
  export default script
}
