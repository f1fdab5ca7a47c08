import type { Session } from 'chdb'

export type Settings = readonly (readonly [name: string, value: string])[]

const IDLE_SESSIONS = 32

export type SearchSessions = {
  /** A session of these settings that nobody else uses until it is given back. */
  take(settings: Settings): Promise<Session>
  giveBack(settings: Settings, session: Session): void
}

/**
 * Sessions that can only read. A session keeps its parameters and, once `readonly` is 1, its settings for good: so
 * each serves one request at a time, and only requests with the same settings.
 */
export function openSearchSessions(open: (settings: Settings) => Promise<Session>): SearchSessions {
  const idle = new Map<string, Session[]>()
  let idleCount = 0

  return {
    async take(settings) {
      const pooled = idle.get(keyOf(settings))?.pop()
      if (pooled !== undefined) {
        idleCount -= 1
        return pooled
      }
      // One SET with readonly last: it sets the caps, and nothing can change them afterwards.
      return await open([...settings.filter(isNotReadonly), ['readonly', '1']])
    },
    giveBack(settings, session) {
      if (idleCount >= IDLE_SESSIONS) return session.close()
      const key = keyOf(settings)
      const same = idle.get(key) ?? []
      same.push(session)
      idle.set(key, same)
      idleCount += 1
    },
  }
}

function isNotReadonly([name]: Settings[number]): boolean {
  return name !== 'readonly'
}

function keyOf(settings: Settings): string {
  return JSON.stringify([...settings].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** `SET a = '1', b = '2'`; ClickHouse turns the text into the setting's own type. */
export function setStatement(settings: Settings): string {
  return `SET ${settings.map(([name, value]) => `${requireIdentifier(name)} = ${quote(value)}`).join(', ')}`
}

export function requireIdentifier(name: string): string {
  if (!/^[A-Za-z_]\w*$/.test(name)) throw new Error(`Not a name: ${name}`)
  return name
}

export function quote(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
