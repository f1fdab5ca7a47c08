import type { CertificateFacts } from './facts.ts'

/** Facts of a certificate with this many lessons; `overrides` replaces any of them. */
export function someFacts(
  lessons = 5,
  overrides: Partial<CertificateFacts> = {},
): CertificateFacts {
  return {
    serial: 'ABCD-EFGH-JKMN-PQRS',
    learnerName: 'Ada Example',
    courseName: 'An Introduction to Religious Liberty',
    issuedAt: '2026-11-22T09:30:00.000Z',
    lessons: Array.from({ length: lessons }, (_, index) => ({
      title: `Lesson ${index + 1}: conscience and the law`,
      quizName: `Quiz ${index + 1}`,
      score: 5,
      questions: 6,
      gradedAt: '2026-11-20T12:00:00.000Z',
    })),
    issuerName: 'Freeor Courses',
    address: 'https://courses.example.org/certificates/ABCD-EFGH-JKMN-PQRS',
    key: 'did:key:z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQXJPt4swbTQ2',
    credential: '{"id":"urn:example"}',
    credentialJwt: 'e30.e30.AA',
    ...overrides,
  }
}
