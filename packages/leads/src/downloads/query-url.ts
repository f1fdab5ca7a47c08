type Asked = { dictId: string; filter: string; dslFilter: string; q?: string }

/** The search's page, for people to open. It is stored and shown; the server never calls it. */
export function queryUrlOf({ dictId, filter, dslFilter, q = '' }: Asked): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries({ filter, dslFilter, q }))
    if (value !== '') params.set(name, value)
  const text = params.toString()
  return `/_search/${encodeURIComponent(dictId)}${text === '' ? '' : `?${text}`}`
}
