import { addCertificate, addFinishedCourse } from './certificate-things.ts'
import type { Person } from './people.ts'
import type { Input, Row, SecurityFixture } from './security-row.ts'

const serialParams = async (fixture: SecurityFixture, as: Person): Promise<Input> => ({
  params: { serial: await addCertificate(fixture, as) },
})

const finishedCourse = async (fixture: SecurityFixture, as: Person): Promise<Input> => ({
  params: { courseId: (await addFinishedCourse(fixture, as)).id },
})

const reason = { reason: 'The name was misspelled.' }

/** The rows of certificates. Anybody who has a serial may read it; only the learner decides about their name. */
export const certificateRows: Readonly<Record<string, Row>> = {
  issueCertificate: { sample: finishedCourse },
  readCourseCertificate: { sample: finishedCourse },
  listCertificateKeys: { sample: () => ({}) },
  readCertificateKey: {
    async sample(fixture) {
      const { body } = await fixture.call('GET', '/api/certificates/keys')
      return { params: { keyId: body.keys[0]?.id ?? '' } }
    },
  },
  readIssuer: { sample: () => ({}) },
  fetchStatusList: { sample: () => ({ params: { list: '0' } }) },
  readCertificate: { sample: serialParams },
  fetchCertificatePdf: { sample: serialParams },
  fetchCredential: { sample: serialParams },
  fetchBadge: { sample: serialParams },
  keepCertificateName: {
    sample: async (fixture, as) => ({ ...(await serialParams(fixture, as)), body: { keepsName: true } }),
    isPersonal: true,
    foreign: ({ serial }) => ({ params: { serial }, body: { keepsName: true } }),
  },
  // No grade of it was corrected.
  renewCertificate: {
    sample: serialParams,
    isPersonal: true,
    foreign: ({ serial }) => ({ params: { serial } }),
    orElse: 409,
  },
  revokeCertificate: {
    sample: async (fixture, as) => ({ ...(await serialParams(fixture, as)), body: reason }),
  },
  reissueCertificate: {
    sample: async (fixture, as) => ({ ...(await serialParams(fixture, as)), body: reason }),
  },
}
