/** One line of a notice: ids and flags of what changed, never what is shown. */
export type NoticeRow = readonly (string | boolean)[]

/**
 * What a browser is told: ids only, which it reads again with its own rights. `refresh`: anything may have changed. Every
 * other event is one of a topic.
 */
export type ServerEvent = { readonly event: string; readonly ids?: readonly string[] }

export const refreshEvent: ServerEvent = { event: 'refresh' }

/** A viewer, as their access is now. */
export type StreamAccess = {
  readonly userId: string
  readonly superAdmin: boolean
  /** Lower-cased, and only where it is proven. */
  readonly email: string | null
  /** The accounts they are a member of. */
  readonly companies: readonly string[]
  /** By topic: what else of them decides. A stream ends when it changes. */
  readonly rights: Readonly<Record<string, readonly string[]>>
}

/** A kind of change that streams tell of. Its package says who is told what. */
export interface LiveTopic {
  readonly name: string
  /** What else of a viewer decides, by user; users without any need not be in it. Never kept. */
  readRights?(userIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>
  /**
   * Reads what deciding over these rows takes, once for all streams.
   * @returns what one of the viewers is told
   */
  prepare(
    rows: readonly NoticeRow[],
    viewers: readonly StreamAccess[],
  ): Promise<(viewer: StreamAccess) => readonly ServerEvent[]>
}

/**
 * Tells whoever looks that something changed. Called after the commit, never inside the transaction. It returns at once
 * and never throws: a lost notice costs a late screen, nothing else.
 */
export interface Notices {
  /**
   * @param key tells rows of the topic apart: of the same key only the last one is sent
   * @param row made of the one that waits already, if any
   */
  tell(topic: string, key: string, row: (waiting: NoticeRow | undefined) => NoticeRow): void
  /** What somebody may see changed: their streams are checked at once. */
  tellAccess(): void
}
