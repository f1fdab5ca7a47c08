import { z } from 'zod'

/** A serial may be typed: in small letters, without its hyphens. */
export const serialInput = z.string().min(1).max(40)

const certificateStatuses = ['valid', 'revoked', 'superseded'] as const

const certifiedLesson = z.object({
  title: z.string(),
  quizName: z.string(),
  score: z.int(),
  questions: z.int(),
  gradedAt: z.iso.datetime(),
})

/** A certificate as anybody may see it who knows its serial. */
export const certificateAnswer = z.object({
  serial: z.string(),
  status: z.enum(certificateStatuses),
  /** Null once the learner's account is deleted, unless they asked to keep it. */
  learnerName: z.string().nullable(),
  courseId: z.string(),
  courseName: z.string(),
  lessons: z.array(certifiedLesson),
  issuerName: z.string(),
  issuedAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  revocationReason: z.string().nullable(),
  /** The serial of the certificate that replaces it. */
  supersededBy: z.string().nullable(),
  /** Its own page. */
  address: z.string(),
  /** The public key of its signature, as it is printed on it. */
  key: z.string().nullable(),
  /** Whether the caller is the learner. */
  isOwn: z.boolean(),
  /** The learner asked to keep their name on it when their account is deleted. Told to nobody else. */
  keepsName: z.boolean().nullable(),
  /** A grade in it was corrected since: the learner may have it issued anew. Told to nobody else. */
  canRenew: z.boolean(),
})

export type CertificateAnswer = z.infer<typeof certificateAnswer>

/** What a learner still lacks for a certificate. */
const lackingLesson = z.object({ lessonId: z.string(), title: z.string() })

/** The certificate of a course for a learner, or what is missing. */
export const courseCertificateAnswer = z.object({
  /** Every published lesson has a graded attempt, and there is a lesson. */
  isComplete: z.boolean(),
  missing: z.array(lackingLesson),
  /** Of the certificate that is valid; of the last one that was revoked otherwise. */
  serial: z.string().nullable(),
  status: z.enum(certificateStatuses).nullable(),
  /** A grade in it was corrected since: it may be issued anew. */
  canRenew: z.boolean(),
})

export type CourseCertificateAnswer = z.infer<typeof courseCertificateAnswer>

export const issuedAnswer = z.object({
  serial: z.string(),
  /** False when it was issued before. */
  isNew: z.boolean(),
})

export const keepNameBody = z.strictObject({ keepsName: z.boolean() })

export const reissuedAnswer = z.object({ serial: z.string() })

export const publicJwkAnswer = z.record(z.string(), z.unknown())

export const didDocumentAnswer = z.object({
  '@context': z.array(z.string()),
  id: z.string(),
  verificationMethod: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      controller: z.string(),
      publicKeyMultibase: z.string().optional(),
      publicKeyJwk: publicJwkAnswer.optional(),
    }),
  ),
  assertionMethod: z.array(z.string()),
})

export const publicKeysAnswer = z.object({
  keys: z.array(
    z.object({
      id: z.string(),
      algorithm: z.enum(['Ed25519', 'RS256']),
      publicJwk: publicJwkAnswer,
      /** Of an Ed25519 key, as it is printed on certificates. */
      didKey: z.string().nullable(),
    }),
  ),
})
