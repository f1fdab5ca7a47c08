import { addDocuments } from '@freeor/content/commands'
import { loadBoard, submitBoard } from '@freeor/site-frame/content/board'
import { loadBoards, submitBoards } from '@freeor/site-frame/content/boards'
import { loadDocument, submitDocument } from '@freeor/site-frame/content/document'
import { loadHistory, submitHistory } from '@freeor/site-frame/content/history'
import { loadTextPage } from '@freeor/site-frame/documents/load-text-page'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcomeOf, pageVisit, type Visit } from '../testing/page-visit.ts'
import { addPeople, type People, type Person } from '../testing/people.ts'
import { openTestSystem, type TestSystem } from '../testing/test-system.ts'

/** The editor of the public pages' documents, as its loaders and actions answer. */

let system: TestSystem
let people: People
let documentId = ''
const body = 'First paragraph of it.\n\nSecond paragraph of it.\n'

beforeAll(async () => {
  system = await openTestSystem({ jobs: false, sites: 'courses' })
  people = await addPeople(system.deps, system.call)
  const documents = [{ key: 'privacy', name: 'Privacy', data: { lead: 'What we keep', body } }]
  await addDocuments(system.deps.db, { site: 'courses', collection: 'pages', documents, now: new Date() })
  const listed = await board(people.superAdmin)
  documentId = (listed.value as { documents: { id: string }[] }).documents[0]?.id ?? ''
})
afterAll(async () => await system.close())

const visit = (path: string, as: Person, more: Visit = {}) =>
  pageVisit(system, `/admin/content${path}`, { site: 'courses', as, ...more })
const inPages = { params: { collection: 'pages' } }
const ofDocument = (id = documentId) => ({ params: { collection: 'pages', documentId: id } })
const board = async (as: Person, path = '/pages') =>
  await outcomeOf(loadBoard({ ...visit(path, as), ...inPages }))
const send = async (form: Record<string, string>, as = people.superAdmin, id = documentId) =>
  await outcomeOf(submitDocument({ ...visit(`/pages/${id}`, as, { form }), ...ofDocument(id) }))
const open = async (as = people.superAdmin, id = documentId) =>
  await outcomeOf(loadDocument({ ...visit(`/pages/${id}`, as), ...ofDocument(id) }))
const fields = { intent: 'save', name: 'Privacy', themeColor: 'light', 'data.lead': 'What we keep' }

test('whoever edits nothing finds no such page, on every page and for every form', async () => {
  const { member } = people
  const outcomes = await Promise.all([
    outcomeOf(loadBoards(visit('', member))),
    outcomeOf(submitBoards(visit('', member, { form: { intent: 'favorite', collection: 'pages' } }))),
    board(member),
    outcomeOf(submitBoard({ ...visit('/pages', member, { form: { intent: 'board' } }), ...inPages })),
    open(member),
    send({ ...fields, version: '1', 'data.body': 'Mine' }, member),
    outcomeOf(loadHistory({ ...visit('/pages/x/history', member), ...ofDocument() })),
    outcomeOf(submitHistory({ ...visit('/x', member, { form: { intent: 'restore' } }), ...ofDocument() })),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 404))
  const visitor = await outcomeOf(loadBoards(pageVisit(system, '/admin/content', { site: 'courses' })))
  expect(visitor.status).toBe(401)
  const unknown = { params: { collection: 'secrets' } }
  const none = await outcomeOf(loadBoard({ ...visit('/secrets', people.superAdmin), ...unknown }))
  expect(none.status).toBe(404)
})

test('boards are made favorites, and archived ones stand in the archive', async () => {
  const { superAdmin } = people
  const press = async (intent: string) =>
    await outcomeOf(submitBoards(visit('', superAdmin, { form: { intent, collection: 'steps' } })))
  const names = async (path = '') => {
    const { value } = await outcomeOf(loadBoards(visit(path, superAdmin)))
    return (value as { boards: { collection: string }[] }).boards.map(({ collection }) => collection)
  }
  expect((await press('favorite')).status).toBe(200)
  expect((await names())[0]).toBe('steps')
  await press('archive')
  expect([(await names()).includes('steps'), await names('?archived=1')]).toEqual([false, ['steps']])
  await press('archive')
  expect(await names()).toContain('steps')
  expect((await press('sell')).status).toBe(400)
})

test('a document is added with its address, refused with each wrong field, and found by its text', async () => {
  const form = {
    ...fields,
    key: 'support',
    name: 'Support',
    'data.body': 'Write to us.',
    'data.picture.src': '',
  }
  const added = await send(form, people.superAdmin, 'new')
  expect(added.location).toMatch(/^\/admin\/content\/pages\/doc_/)
  const refused = await send({ ...form, key: 'Not An Address' }, people.superAdmin, 'new')
  expect([refused.status, refused.value]).toMatchObject([
    422,
    { ok: false, text: expect.stringMatching(/hyphens/) },
  ])
  expect((await send(form, people.superAdmin, 'new')).status).toBe(409)
  const wrong = await send({ ...fields, version: '1', name: '', 'data.body': body })
  expect([wrong.status, wrong.value]).toMatchObject([422, { text: expect.stringMatching(/add a name/) }])
  const found = await board(people.superAdmin, '/pages?q=WRITE+to')
  expect(found.value).toMatchObject({ documents: [{ name: 'Support' }], total: 2 })
})

test('two windows merge; of the same words the second sees theirs and saves over it, and both stay in the history', async () => {
  const save = async (version: number, text: string) =>
    await send({ ...fields, version: String(version), 'data.body': text })
  expect((await save(1, body.replace('First', 'Opening'))).value).toMatchObject({ ok: true })
  expect((await save(1, body.replace('Second', 'Closing').replaceAll('\n', '\r\n'))).value).toMatchObject({
    ok: true,
  })
  const both = body.replace('First', 'Opening').replace('Second', 'Closing')
  expect((await open()).value).toMatchObject({ fields: { 'data.body': both }, document: { version: 3 } })
  const clash = await save(1, body.replace('First', 'Another'))
  const conflict = { version: 3, fields: [{ name: 'data.body', text: both }] }
  expect([clash.status, clash.value]).toMatchObject([409, { ok: false, conflict }])
  expect((await save(3, 'Decided.')).value).toMatchObject({ ok: true })

  const history = async () =>
    (await outcomeOf(loadHistory({ ...visit('/h', people.superAdmin), ...ofDocument() }))).value
  expect(await history()).toMatchObject({
    versions: [{ version: 4 }, { version: 3 }, { version: 2 }, { version: 1 }],
  })
  const form = { intent: 'restore', version: '3' }
  const back = await outcomeOf(
    submitHistory({ ...visit('/h', people.superAdmin, { form }), ...ofDocument() }),
  )
  expect(back.value).toMatchObject({ ok: true, text: 'The version is back.' })
  expect((await open()).value).toMatchObject({ fields: { 'data.body': both }, document: { version: 5 } })
})

test('permission lists take entries a line, refuse others, and let exactly those in', async () => {
  const { superAdmin, member } = people
  const form = { intent: 'board', name: 'Texts', themeColor: 'info', read: 'anyone', delete: 'super-admin' }
  const save = async (write: string) =>
    await outcomeOf(submitBoard({ ...visit('/pages', superAdmin, { form: { ...form, write } }), ...inPages }))
  expect([(await save('everybody')).status, (await board(member)).status]).toEqual([422, 404])
  expect((await save(`author\r\n\r\n ${member.email} `)).value).toMatchObject({ ok: true })
  expect((await board(member)).value).toMatchObject({
    isSuperAdmin: false,
    board: {
      name: 'Texts',
      permissions: { write: ['author', member.email] },
      may: { manage: false, delete: false },
    },
  })
  const theirs = await outcomeOf(
    submitBoard({ ...visit('/pages', member, { form: { ...form, write: '' } }), ...inPages }),
  )
  expect(theirs.status).toBe(403)
  expect((await send({ intent: 'delete' }, member)).status).toBe(403)
  await save('')
  expect((await board(member)).status).toBe(404)
})

test('a board that another admin changed meanwhile keeps what this form does not change', async () => {
  const { superAdmin } = people
  const save = async (form: Record<string, string>) =>
    await outcomeOf(
      submitBoard({ ...visit('/pages', superAdmin, { form: { intent: 'board', ...form } }), ...inPages }),
    )
  const lists = { read: 'anyone', write: 'author', delete: 'super-admin' }
  const base = { name: 'Texts', description: 'Of the\nsite', themeColor: 'info', ...lists }
  await save(base)
  const opened = { ...base, base: JSON.stringify(base) }
  await save({ ...opened, write: 'super-admin', name: ' Texts ' })
  await save({ ...opened, name: 'Texts of the site', description: 'Of the\r\nsite ' })
  expect((await board(superAdmin)).value).toMatchObject({
    board: {
      ...{ name: 'Texts of the site', description: 'Of the\nsite' },
      permissions: { read: ['anyone'], write: ['super-admin'] },
    },
  })
  await save({ ...base, write: '' })
})

test('a document is archived and brought back from its card, and deleted for good', async () => {
  const press = async (form: Record<string, string>) =>
    await outcomeOf(submitBoard({ ...visit('/pages', people.superAdmin, { form }), ...inPages }))
  const archive = { intent: 'archive', documentId, version: '5' }
  await press({ ...archive, isOn: 'true' })
  expect((await board(people.superAdmin, '/pages?archived=1')).value).toMatchObject({
    documents: [{ id: documentId }],
  })
  await press({ ...archive, version: '6', isOn: 'false' })
  expect((await board(people.superAdmin, '/pages?q=privacy')).value).toMatchObject({
    documents: [{ id: documentId }],
  })
  expect((await send({ intent: 'delete' })).location).toBe('/admin/content/pages')
  expect((await open()).status).toBe(404)
})

test('the other site edits its own terms, which its page shows at once, and has no board that no page shows', async () => {
  const { superAdmin, member } = people
  const documents = [{ key: 'terms', name: 'Terms', data: { lead: '', body: 'What **you** get.' } }]
  await addDocuments(system.deps.db, { site: 'leads', collection: 'pages', documents, now: new Date() })
  const at = (path: string, as?: Person, form?: Record<string, string>) =>
    pageVisit(system, path, { as, ...(form && { form }) })
  const boards = await outcomeOf(loadBoards(at('/admin/content', superAdmin)))
  expect(boards.value).toMatchObject({ boards: [{ site: 'leads', collection: 'pages', documents: 1 }] })
  expect((await outcomeOf(loadBoards(at('/admin/content', member)))).status).toBe(404)
  const listed = await outcomeOf(loadBoard({ ...at('/admin/content/pages', superAdmin), ...inPages }))
  const { id = '' } = (listed.value as { documents: { id: string }[] }).documents[0] ?? {}
  const form = { ...fields, name: 'Our terms', version: '1', 'data.lead': '', 'data.body': 'What _we_ give.' }
  const save = async (as: Person) =>
    await outcomeOf(submitDocument({ ...at(`/admin/content/pages/${id}`, as, form), ...ofDocument(id) }))
  expect((await save(member)).status).toBe(404)
  expect((await save(superAdmin)).value).toMatchObject({ ok: true })
  const shown = await outcomeOf(loadTextPage(at('/terms')))
  expect(shown.value).toMatchObject({
    page: { name: 'Our terms' },
    body: [['p', {}, ['What ', ['em', {}, ['we']], ' give.']]],
  })
})
