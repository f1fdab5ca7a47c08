import { recordAudit } from '@freeor/accounts/commands'
import { users } from '@freeor/accounts/tables'
import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { courses } from '../catalog/tables.ts'
import { messagesInDay } from './limits.ts'
import type { MessageDeps, MessageToMail } from './ports.ts'
import { countMessagesToday, getManagedCourse, learnersOf, wantsMessages } from './queries.ts'
import type { NewCourseMessage } from './schema.ts'
import { courseMessageRecipients, courseMessages } from './tables.ts'

type Sending = { readonly actor: UserActor; readonly courseId: string }

/**
 * Keeps a message with its recipients and begins to mail it. Each learner gets it once, however often it is sent with the
 * same key, and by however many servers.
 * @returns its id
 * @throws AppError not_found, forbidden; conflict where nobody would get it; rate_limited past the messages of a day
 */
export async function sendMessage(
  { db, clock, beginMessage }: Omit<MessageDeps, 'mailMessage'>,
  sending: Sending,
  { key, subject, text }: NewCourseMessage,
): Promise<string> {
  const { actor, courseId } = sending
  return await db.transaction(async (tx) => {
    await getManagedCourse(tx, sending)
    // Two windows that send at once wait here, so that the day's limit holds.
    await tx.select({ id: courses.id }).from(courses).where(eq(courses.id, courseId)).for('no key update')
    const sent = await findSent(tx, courseId, key)
    if (sent !== undefined) return sent
    const now = clock.now()
    if ((await countMessagesToday(tx, courseId, now)) >= messagesInDay)
      throw new AppError('rate_limited', `A course sends ${messagesInDay} messages a day at most.`, {
        details: { limit: messagesInDay },
      })
    const id = newId('msg')
    const message = { id, courseId, sentKey: key, userId: actor.userId, replyTo: actor.email, subject, text }
    await tx.insert(courseMessages).values({ ...message, createdAt: now })
    const { rowCount } = await tx.execute(
      sql`INSERT INTO course_message_recipients (message_id, user_id)
        SELECT ${id}, learners.id FROM (${learnersOf(courseId)}) learners`,
    )
    if (!rowCount) throw new AppError('conflict', 'No learner of this course can be written to yet.')
    await recordAudit(tx, {
      ...{ action: 'course_message.sent', now, actorUserId: actor.userId },
      ...{
        objectType: 'course',
        objectId: courseId,
        details: { messageId: id, subject, learners: rowCount },
      },
    })
    await beginMessage(tx, id)
    return id
  })
}

async function findSent(tx: Tx, courseId: string, key: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: courseMessages.id })
    .from(courseMessages)
    .where(and(eq(courseMessages.courseId, courseId), eq(courseMessages.sentKey, key)))
  return row?.id
}

/** Mails that one transaction queues: a crash repeats none of those before it. */
const inBatch = 100

/**
 * Queues the mails of a message, a batch in each transaction, until all are. Whoever ended these mails since it was sent
 * is passed over. Two servers may do so at once: each takes other learners.
 */
export async function queueMessageMails(
  deps: Pick<MessageDeps, 'db' | 'clock' | 'mailMessage'>,
  messageId: string,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted && (await queueBatch(deps, messageId)) > 0);
}

/** @returns how many learners it was about */
async function queueBatch(
  { db, clock, mailMessage }: Pick<MessageDeps, 'db' | 'clock' | 'mailMessage'>,
  messageId: string,
): Promise<number> {
  return await db.transaction(async (tx) => {
    const message = await findMessage(tx, messageId)
    if (!message) return 0
    const { userId } = courseMessageRecipients
    const isWaiting = and(
      eq(courseMessageRecipients.messageId, messageId),
      isNull(courseMessageRecipients.doneAt),
    )
    const taken = await tx
      .select({ userId })
      .from(courseMessageRecipients)
      .where(isWaiting)
      .orderBy(asc(userId))
      .limit(inBatch)
      .for('update', { skipLocked: true })
    if (taken.length === 0) return 0
    const ids = taken.map((row) => row.userId)
    const recipients = await tx
      .select({ userId: users.id, email: users.email })
      .from(users)
      .where(and(inArray(users.id, ids), wantsMessages))
    const mails = await mailMessage(tx, recipients, message)
    const doneAt = clock.now()
    for (const id of ids)
      await tx
        .update(courseMessageRecipients)
        .set({ mailId: mails.get(id) ?? null, doneAt })
        .where(and(eq(courseMessageRecipients.messageId, messageId), eq(userId, id)))
    return taken.length
  })
}

async function findMessage(tx: Tx, messageId: string): Promise<MessageToMail | undefined> {
  const { courseId, subject, text, replyTo } = courseMessages
  const [row] = await tx
    .select({ courseId, subject, text, replyTo, courseName: courses.name })
    .from(courseMessages)
    .innerJoin(courses, eq(courses.id, courseId))
    .where(eq(courseMessages.id, messageId))
  return row
}
