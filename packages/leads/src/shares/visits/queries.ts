import type { Clock } from '@freeor/kernel/clock'
import { type PreviewDeps, readSharedSearch } from '../preview/queries.ts'
import { deadLink, getLiveLink, type LiveLink } from '../queries.ts'
import type { NamedShare, SharedSearchAnswer } from '../schema.ts'
import { isPass } from '../visit-pass.ts'

export type LookDeps = PreviewDeps & {
  readonly clock: Clock
  /** The server's own. */
  readonly secret: string
}

/** Nobody looks without a visit that was counted: it has a password, or a number of visits. */
const isGuarded = ({ link }: LiveLink): boolean => link.passwordHash !== null || link.mostVisits !== null

/** Whether every visit of the link was counted. */
const isUsedUp = ({ link: { visits, mostVisits } }: LiveLink): boolean =>
  mostVisits !== null && visits >= mostVisits

export type CheckedLink = {
  readonly found: LiveLink
  readonly mayLook: boolean
  /** The caller made it. */
  readonly isOwn: boolean
  /** The caller shows the pass of a visit that was counted. */
  readonly isCounted: boolean
}

/**
 * The live link, and whether the caller may look at its search now: nothing guards it, they made it, or they show the
 * pass of a counted visit.
 * @throws AppError `not_found` for a dead link, also for one whose visits are used up unless this visit was counted
 */
export async function checkLink(
  { db, clock, secret }: Pick<LookDeps, 'db' | 'clock' | 'secret'>,
  named: NamedShare,
  userId: string | undefined,
): Promise<CheckedLink> {
  const now = clock.now()
  const found = await getLiveLink(db, named, { userId, now })
  const isOwn = userId === found.link.userId
  const isCounted = named.pass !== undefined && isPass(secret, found.link, { pass: named.pass, now })
  if (isUsedUp(found) && !isOwn && !isCounted) throw deadLink()
  return { found, isOwn, isCounted, mayLook: isOwn || isCounted || !isGuarded(found) }
}

/**
 * What the page of a link shows before a visit is counted. It changes nothing: programs that follow the links of mails
 * to check them count no visit and use no link up.
 * @throws AppError `not_found`, the same for each way a link is dead
 */
export async function lookAtShare(
  deps: LookDeps,
  { brief, ...named }: NamedShare & { readonly brief: boolean },
  userId: string | undefined,
): Promise<SharedSearchAnswer> {
  const { found, isOwn, ...checked } = await checkLink(deps, named, userId)
  const mayLook = checked.mayLook && !brief
  return await toAnswer(deps, { found, mayLook, isOwn, pass: named.pass ?? null })
}

type ShownLink = {
  readonly found: LiveLink
  readonly mayLook: boolean
  readonly isOwn: boolean
  readonly pass: string | null
}

/** The answer for a link, with its search where the caller may look at it. */
export async function toAnswer(
  deps: LookDeps,
  { found, mayLook, isOwn, pass }: ShownLink,
): Promise<SharedSearchAnswer> {
  const { link, by } = found
  return {
    kind: link.downloadId === null ? 'savedSearch' : 'downloadSearch',
    access: link.access,
    by,
    expiresAt: link.expiresAt.toISOString(),
    needsPassword: link.passwordHash !== null,
    search: mayLook ? await readSharedSearch(deps, found) : null,
    pass: mayLook ? pass : null,
    isOwn,
  }
}
