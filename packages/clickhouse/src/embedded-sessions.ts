import type { Session } from 'chdb'

export type Settings = readonly (readonly [name: string, value: string])[]

const IDLE_SESSIONS = 32

export type Sessions = {
  /** A session of these settings that nobody else uses until it is given back. */
  take(settings: Settings): Promise<Session>
  giveBack(settings: Settings, session: Session): void
}

/**
 * Keeps sessions for the next request with the same settings: a session keeps its settings and parameters. One that is
 * closed frees its 2 MB only when all statements that then run have ended, whatever their session, so one for each
 * statement would fill the memory beside a long import. No statement may leave anything else on its session, such as a
 * temporary table.
 */
export function keepSessions(
  open: (settings: Settings) => Promise<Session>,
  mostIdle = IDLE_SESSIONS,
): Sessions {
  /** The one that was used last at the end. */
  const idle: { readonly key: string; readonly session: Session }[] = []

  return {
    async take(settings) {
      const key = keyOf(settings)
      const at = idle.findLastIndex((each) => each.key === key)
      const kept = at < 0 ? undefined : idle.splice(at, 1)[0]
      return kept?.session ?? (await open(settings))
    },
    giveBack(settings, session) {
      idle.push({ key: keyOf(settings), session })
      if (idle.length > mostIdle) idle.shift()?.session.close()
    },
  }
}

/** One SET with `readonly` last: it sets the caps, and nothing can change them afterwards. */
export function readonlyLast(settings: Settings): Settings {
  return [...settings.filter(([name]) => name !== 'readonly'), ['readonly', '1']]
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
