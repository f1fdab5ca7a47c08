import type { Adapter, AdapterPayload } from 'oidc-provider'

/** Keeps what a test's issuer has to remember for as long as the test runs. One for each issuer. */
export function issuerStorage(): new (model: string) => Adapter {
  const kept = new Map<string, AdapterPayload>()
  return class implements Adapter {
    readonly #model: string

    constructor(model: string) {
      this.#model = model
    }

    #key = (id: string) => `${this.#model}:${id}`

    async upsert(id: string, payload: AdapterPayload) {
      kept.set(this.#key(id), payload)
    }

    async find(id: string) {
      return kept.get(this.#key(id))
    }

    async findByUid(uid: string) {
      return [...kept.values()].find((each) => each.uid === uid)
    }

    async findByUserCode() {
      return undefined
    }

    async consume(id: string) {
      const payload = kept.get(this.#key(id))
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    }

    async destroy(id: string) {
      kept.delete(this.#key(id))
    }

    async revokeByGrantId(grantId: string) {
      for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key)
    }
  }
}
