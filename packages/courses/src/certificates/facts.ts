/** A lesson as a certificate shows it. */
export type LessonFacts = {
  readonly title: string
  readonly quizName: string
  /** Correct answers, of `questions`. */
  readonly score: number
  readonly questions: number
  /** ISO 8601. */
  readonly gradedAt: string
}

/** Everything that a certificate shows. The same facts make the same bytes. */
export type CertificateFacts = {
  readonly serial: string
  readonly learnerName: string
  readonly courseName: string
  /** ISO 8601. */
  readonly issuedAt: string
  readonly lessons: readonly LessonFacts[]
  readonly issuerName: string
  /** The page that verifies it, as the QR code says it. */
  readonly address: string
  /** The public Ed25519 key of the signature, as a `did:key`. */
  readonly key: string
  /** The signed credential in both forms; both are files inside the PDF. */
  readonly credential: string
  readonly credentialJwt: string
}
