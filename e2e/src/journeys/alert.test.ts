import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, open } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { linkIn, readLetter } from '../mail-folder.ts'
import { becomeProvenMember, enter, sampleLogin } from '../people.ts'
import { patience } from '../search-screen.ts'

const dictId = 'alert-mills'
const origin = () => new URL(leads('/')).origin

/** Mills in turn in Texas and in Nevada. */
function millsCsv(rows: number): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    const place = i % 2 === 0 ? 'Houston,TX,77002' : 'Reno,NV,89501'
    return `Mill ${i + 1},Paper,${i + 1} Main St,${place},mill-${i + 1}@private.example`
  })
  return ['Company,Industry,Address,City,State,ZIP,Email', ...lines, ''].join('\n')
}

/** Imports a version as the super admin's page does, without the page. */
async function importMills(superAdmin: Page, rows: number): Promise<void> {
  const bytes = Buffer.from(millsCsv(rows))
  const { request } = superAdmin
  const upload = await request.post(leads('/api/imports/uploads'), {
    data: bytes,
    headers: {
      ...{ origin: origin(), 'tus-resumable': '1.0.0', 'upload-length': String(bytes.byteLength) },
      'upload-metadata': `filename ${Buffer.from('mills.csv').toString('base64')}`,
      'content-type': 'application/offset+octet-stream',
    },
  })
  expect(upload.status(), await upload.text()).toBe(201)
  const uploadId = upload.headers().location?.split('/').at(-1)
  const data = { uploadId, dictId }
  const begun = await request.post(leads('/api/imports'), { data, headers: { origin: origin() } })
  expect(begun.status(), await begun.text()).toBe(202)
  const { id } = await begun.json()
  const state = async () => (await (await request.get(leads(`/api/imports/${id}`))).json()).state
  await expect.poll(state, patience).toBe('done')
}

journey(
  'an alert tells after an import of exactly the new leads, and its link stops it without signing in',
  async ({ visitor }) => {
    const superAdmin = await visitor()
    await enter(superAdmin, sampleLogin('super_admin'))
    await importMills(superAdmin, 6)

    const member = await visitor({ viewport: { width: 360, height: 760 } })
    const { email } = await becomeProvenMember(member)
    const search = { dictId, searchName: 'Texan mills', dslFilter: 'state:TX' }
    const headers = { origin: origin() }
    const saved = await member.request.post(leads('/api/saved-searches'), { data: search, headers })
    expect(saved.status(), await saved.text()).toBe(201)
    await open(member, leads('/search'))
    await member.getByRole('button', { name: 'Edit Texan mills' }).press('Enter')
    const dialog = member.getByRole('dialog', { name: 'Edit this search' })
    await dialog.getByRole('combobox', { name: 'Mail me what is new' }).selectOption('After each import')
    await dialog.getByRole('textbox', { name: 'Tags' }).fill('paper, south')
    await expectAccessible(member)
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await member.getByText('alert after imports').waitFor()
    await member.getByText('south', { exact: true }).waitFor()
    await expectAccessible(member)

    await importMills(superAdmin, 10)
    const letter = await readLetter(
      email,
      (each) => (linkIn('/alerts/stop')(each) ? each : undefined),
      'news',
    )
    expect(letter.html).toContain('2 new leads')
    expect([...new Set(letter.html.match(/Mill \d+/g))]).toEqual(['Mill 7', 'Mill 9'])
    expect(letter.html).not.toContain('private.example')

    const link = linkIn('/alerts/stop')(letter) ?? ''
    const stranger = await visitor({ viewport: { width: 360, height: 760 } })
    for (let look = 0; look < 2; look++) {
      await open(stranger, link)
      await stranger.getByRole('button', { name: 'Stop alerts of Texan mills' }).waitFor()
    }
    await expectAccessible(stranger)
    await stranger.getByRole('button', { name: 'Stop all alerts' }).press('Enter')
    await stranger.getByText('You will not be mailed about that any more.').waitFor()
    await expectAccessible(stranger)
    await open(member, leads('/search'))
    await member.getByRole('button', { name: 'Edit Texan mills' }).waitFor()
    expect(await member.getByText('alert after imports').count()).toBe(0)
  },
)
