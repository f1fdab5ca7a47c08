import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { localFile } from '@freeor/leads/import/adapters/local-file'
import { importLeads } from '@freeor/leads/import/commands'
import type { ImportReport } from '@freeor/leads/import/schema'
import { expect, vi } from 'vitest'
import type { LeadsDeps } from '../sites/leads/leads-deps.ts'
import { clientOf, signInSample, uploadTo } from './server-client.ts'

export const firmsDictId = 'firms'

const cities = [
  ['Houston', 'TX', '77002', 29.76, -95.37],
  ['Dallas', 'TX', '75201', 32.79, -96.8],
  ['Reno', 'NV', '89501', 39.53, -119.81],
  ['Fresno', 'CA', '93701', 36.75, -119.79],
] as const
const industries = ['Plumbing', 'Roofing', 'Bakery', 'Dentist']

/** Contact values that are nowhere else, so that one found in an answer has leaked. */
export const contactPattern = /private-person|\b832\D{0,3}555\D{0,3}\d{4}/i

/** A lead file of `rows` firms, spread over four cities and four industries; each has an email and a phone. */
export function firmsCsv(rows: number): string {
  const lines = ['Company,Industry,Employees,Address,City,State,ZIP,Latitude,Longitude,Email,Phone']
  for (let row = 1; row <= rows; row++) {
    const [city, state, zip, lat, lon] = cities[row % cities.length] ?? cities[0]
    const number = String(row).padStart(4, '0')
    const place = `${row} Main St,${city},${state},${zip},${(lat + (row % 97) / 1000).toFixed(4)},${lon}`
    const contact = `private-person-${number}@firm-${number}.example,832-555-${number}`
    lines.push(
      `Firm ${number} LLC,${industries[row % industries.length]},${(row * 7) % 500},${place},${contact}`,
    )
  }
  return `${lines.join('\n')}\n`
}

/** Imports the firms through the importer that everybody uses. */
export async function importFirms(deps: LeadsDeps, rows = 400): Promise<ImportReport> {
  const path = join(deps.dataDir, `firms-${rows}.csv`)
  await writeFile(path, firmsCsv(rows))
  const { db, olap, files: store, clock } = deps
  const order = { source: await localFile(path), dictId: firmsDictId, name: 'Firms' }
  return await importLeads({ db, olap, store, clock, log: () => undefined }, order)
}

/** The same at a server, whose super admin imports them. */
export async function importFirmsAt(
  server: { readonly url: string; readonly dataDir: string },
  rows: number,
): Promise<void> {
  const { url } = server
  const token = await signInSample(server, 'super_admin')
  const { call } = clientOf(url, token)
  const uploadId = await uploadTo({ url, token }, firmsCsv(rows))
  const begun = await call('POST', '/api/imports', { body: { uploadId, dictId: firmsDictId } })
  if (begun.status !== 202) throw new Error(begun.text)
  await vi.waitFor(
    async () => {
      const { body } = await call('GET', `/api/imports/${begun.body.id}`)
      expect(body).toMatchObject({ state: 'done', report: { rowsStored: rows, rowsRejected: 0 } })
    },
    { timeout: 60_000, interval: 100 },
  )
}
