import { users } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { courses } from '../catalog/tables.ts'

/** A lesson as a certificate names it. */
export type CertifiedLesson = {
  readonly lessonId: string
  readonly title: string
  readonly quizName: string
  readonly score: number
  readonly questions: number
  /** ISO 8601. */
  readonly gradedAt: string
  readonly attemptId: string
}

/** What was true when a certificate was issued. */
export type CertificateSnapshot = {
  readonly courseName: string
  readonly lessons: readonly CertifiedLesson[]
}

export const certificates = pgTable(
  'certificates',
  {
    /** Unguessable, and short enough to be typed. */
    serial: text('serial').primaryKey(),
    /** The row of a deleted account stays, without personal data. */
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    courseId: text('course_id')
      .notNull()
      .references(() => courses.id),
    edition: integer('edition').notNull(),
    /** As in the profile at issue; null once the learner is deleted and did not ask to keep it. */
    learnerName: text('learner_name'),
    snapshot: jsonb('snapshot').$type<CertificateSnapshot>().notNull(),
    /** The signed credential with its embedded proof, and the same facts as a JWT; null with the name. */
    credential: jsonb('credential').$type<Record<string, unknown>>(),
    credentialJwt: text('credential_jwt'),
    /** Its position in the status list. */
    statusIndex: integer('status_index').notNull(),
    issuedAt: instant('issued_at').notNull(),
    revokedAt: instant('revoked_at'),
    revocationReason: text('revocation_reason'),
    /** The learner asked to keep their name on it when their account is deleted. */
    keepsName: boolean('keeps_name').notNull().default(false),
    /** The certificate that replaces it: a corrected name is a re-issue. */
    supersededBy: text('superseded_by').references((): AnyPgColumn => certificates.serial),
  },
  (table) => [
    uniqueIndex('certificates_valid_key')
      .on(table.userId, table.courseId, table.edition)
      .where(sql`${table.revokedAt} IS NULL`),
    uniqueIndex('certificates_status_index_key').on(table.statusIndex),
    index('certificates_course_id').on(table.courseId),
    index('certificates_superseded_by').on(table.supersededBy),
  ],
)

/** The keys that certificates are signed with. A retired one stays: what it signed stays verifiable. */
export const signingKeys = pgTable(
  'signing_keys',
  {
    id: text('id').primaryKey(),
    algorithm: text('algorithm', { enum: ['Ed25519', 'RS256'] }).notNull(),
    publicJwk: jsonb('public_jwk').$type<Record<string, unknown>>().notNull(),
    /** The private JWK, encrypted with a key made of the installation's secret. */
    sealedPrivateJwk: text('sealed_private_jwk').notNull(),
    createdAt: instant('created_at').notNull(),
    retiredAt: instant('retired_at'),
  },
  (table) => [
    uniqueIndex('signing_keys_current_key').on(table.algorithm).where(sql`${table.retiredAt} IS NULL`),
  ],
)
