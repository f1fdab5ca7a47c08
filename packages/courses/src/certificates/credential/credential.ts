import type { CertificateFacts, LessonFacts } from '../facts.ts'
import { credentialsContext, openBadgesContext } from './context-loader.ts'
import type { Document } from './prove-document.ts'

/** The facts of a certificate that its credential signs; how it looks is not among them. */
export type SignedFacts = Pick<
  CertificateFacts,
  'serial' | 'learnerName' | 'courseName' | 'issuedAt' | 'lessons' | 'issuerName'
>

/** Where the credential's names live. */
export type CredentialContext = {
  /** The origin of the site. */
  readonly siteUrl: string
  /** The id of the issuer: a `did:web` or a `did:key`. */
  readonly issuer: string
  readonly courseId: string
  readonly edition: number
  /** Its position in the status list; without one the credential asks no network for its status. */
  readonly statusIndex?: number
}

/** How many certificates one status list holds: the least that the specification allows, for privacy. */
export const statusListLength = 131_072

export const statusListUrl = (siteUrl: string, list: number): string =>
  `${siteUrl}/api/certificates/status/${list}`

export const certificateUrl = (siteUrl: string, serial: string): string => `${siteUrl}/certificates/${serial}`

const credentialUrl = (siteUrl: string, serial: string): string =>
  `${siteUrl}/api/certificates/${serial}/credential`

/** Open Badges has no term for the lesson of a result and for its time, so these two are ours, and signed as well. */
const lessonTerms = (siteUrl: string) => ({
  lesson: `${siteUrl}/vocabulary#lesson`,
  gradedAt: {
    '@id': `${siteUrl}/vocabulary#gradedAt`,
    '@type': 'http://www.w3.org/2001/XMLSchema#dateTime',
  },
})

const resultId = (url: string, at: number) => `${url}#result-${at + 1}`

function statusOf({ siteUrl, statusIndex }: CredentialContext): Document {
  if (statusIndex === undefined) return {}
  const url = statusListUrl(siteUrl, Math.floor(statusIndex / statusListLength))
  const statusListIndex = String(statusIndex % statusListLength)
  return {
    credentialStatus: {
      id: `${url}#${statusListIndex}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex,
      statusListCredential: url,
    },
  }
}

/**
 * The Open Badges 3.0 credential of a certificate, not signed yet. The learner is named by an identity object and by
 * nothing that leads to them.
 */
export function credentialOf(facts: SignedFacts, context: CredentialContext): Document {
  const { siteUrl, issuer, courseId, edition } = context
  const url = certificateUrl(siteUrl, facts.serial)
  return {
    '@context': [credentialsContext, openBadgesContext, lessonTerms(siteUrl)],
    id: credentialUrl(siteUrl, facts.serial),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: facts.courseName,
    issuer: { id: issuer, type: ['Profile'], name: facts.issuerName, url: siteUrl },
    validFrom: facts.issuedAt,
    credentialSubject: {
      id: `${url}#learner`,
      type: ['AchievementSubject'],
      identifier: [
        { type: 'IdentityObject', hashed: false, identityType: 'name', identityHash: facts.learnerName },
      ],
      achievement: {
        id: `${siteUrl}/course/${courseId}#edition-${edition}`,
        type: ['Achievement'],
        achievementType: 'Course',
        name: facts.courseName,
        description: `The course "${facts.courseName}".`,
        criteria: { narrative: 'The quiz of every published lesson of the course was answered and graded.' },
        resultDescription: facts.lessons.map(({ quizName, questions }, at) => ({
          id: resultId(url, at),
          type: ['ResultDescription'],
          name: quizName,
          resultType: 'RawScore',
          valueMin: '0',
          valueMax: String(questions),
        })),
      },
      result: facts.lessons.map(({ title, score, gradedAt }, at) => ({
        type: ['Result'],
        resultDescription: resultId(url, at),
        value: String(score),
        lesson: title,
        gradedAt,
      })),
    },
    ...statusOf(context),
  }
}

const record = (value: unknown): Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Document) : {}
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function lessonFacts(result: Document, description: Document): LessonFacts {
  return {
    title: text(result.lesson),
    quizName: text(description.name),
    score: Number(result.value),
    questions: Number(description.valueMax),
    gradedAt: text(result.gradedAt),
  }
}

/** The facts that a credential of ours says, whether or not it is genuine: texts that are not there are empty. */
export function factsOf(credential: Document): SignedFacts {
  const subject = record(credential.credentialSubject)
  const achievement = record(subject.achievement)
  const descriptions = list(achievement.resultDescription).map(record)
  const names = list(subject.identifier).map(record)
  return {
    serial: text(credential.id).match(/\/certificates\/([^/]+)\/credential$/)?.[1] ?? '',
    learnerName: text(names.find(({ identityType }) => identityType === 'name')?.identityHash),
    courseName: text(achievement.name),
    issuedAt: text(credential.validFrom),
    issuerName: text(record(credential.issuer).name),
    lessons: list(subject.result)
      .map(record)
      .map((result) =>
        lessonFacts(result, descriptions.find(({ id }) => id === result.resultDescription) ?? {}),
      ),
  }
}

/** The issuer's id. */
export const issuerOf = (credential: Document): string =>
  text(credential.issuer) || text(record(credential.issuer).id)

export type StatusEntry = { readonly url: string; readonly index: number }

/** Where the credential says that its status is; undefined for one without. */
export function statusEntryOf(credential: Document): StatusEntry | undefined {
  const { statusListCredential, statusListIndex } = record(credential.credentialStatus)
  const index = Number(statusListIndex)
  return typeof statusListCredential === 'string' && Number.isSafeInteger(index) && index >= 0
    ? { url: statusListCredential, index }
    : undefined
}

/** When the credential begins and ends to be valid; undefined where it says nothing. */
export function validityOf(credential: Document): { from: Date | undefined; until: Date | undefined } {
  const date = (value: unknown) => {
    const read = new Date(text(value))
    return Number.isNaN(read.getTime()) ? undefined : read
  }
  return { from: date(credential.validFrom), until: date(credential.validUntil) }
}
