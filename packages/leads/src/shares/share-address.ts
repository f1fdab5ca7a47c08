import type { ShareKind } from './schema.ts'

/** The path of a link: `uid` names the owner of a saved search, `aid` the account that owns a download. */
export function shareAddress(kind: ShareKind, token: string, owner: string): string {
  const params = new URLSearchParams({ [kind]: token, [kind === 'savedSearch' ? 'uid' : 'aid']: owner })
  return `/share/search?${params}`
}
