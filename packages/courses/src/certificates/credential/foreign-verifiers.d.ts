/** The parts of verifiers that are not ours and come without types. */
declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(options: { cryptosuite: unknown })
  }
}
declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: unknown
}
declare module '@digitalbazaar/vc' {
  export function verifyCredential(options: {
    credential: unknown
    suite: unknown
    documentLoader: (url: string) => Promise<unknown>
    checkStatus: () => Promise<{ verified: boolean }>
    now: Date
  }): Promise<{ verified: boolean; error?: unknown }>
}
