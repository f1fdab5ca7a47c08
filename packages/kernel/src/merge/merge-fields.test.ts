import { expect, test } from 'vitest'
import { type FieldUnit, mergeFields } from './merge-fields.ts'

type Talk = { title: string; text: string; kind: string; url: string; pictures: string[] }

const units: readonly FieldUnit<Talk>[] = [
  { fields: ['title'] },
  { fields: ['text'], isText: true },
  { fields: ['kind', 'url'] },
  { fields: ['pictures'] },
]

const base: Talk = { title: 'A talk', text: 'one\ntwo\n', kind: 'film', url: '/a', pictures: ['/1'] }
const merge = (mine: Partial<Talk>, theirs: Partial<Talk>) =>
  mergeFields(units, { base, mine: { ...base, ...mine }, theirs: { ...base, ...theirs } })

test('what only one of two people changed is theirs', () => {
  const { fields, conflicts } = merge({ title: 'Mine' }, { pictures: ['/1', '/2'] })
  expect(conflicts).toEqual([])
  expect(fields).toEqual({ ...base, title: 'Mine', pictures: ['/1', '/2'] })
})

test('a text is merged; a short field that both changed is a conflict, and stays mine until somebody decides', () => {
  const { fields, conflicts } = merge(
    { title: 'Mine', text: 'ONE\ntwo\n' },
    { title: 'Theirs', text: 'one\ntwo\nthree\n' },
  )
  expect(conflicts).toEqual(['title'])
  expect(fields).toMatchObject({ title: 'Mine', text: 'ONE\ntwo\nthree\n' })
})

test('the same change of both is none of a conflict', () => {
  expect(merge({ title: 'New', pictures: ['/9'] }, { title: 'New', pictures: ['/9'] }).conflicts).toEqual([])
})

test('fields that belong together are taken from one of the two', () => {
  expect(merge({ kind: 'sound' }, { url: '/b' }).conflicts).toEqual(['kind', 'url'])
  const { fields, conflicts } = merge({ title: 'Mine' }, { kind: 'sound', url: '/b' })
  expect([fields.kind, fields.url, conflicts]).toEqual(['sound', '/b', []])
})

test('where a text cannot be merged, it is a conflict', () => {
  expect(merge({ text: 'one\nmine\n' }, { text: 'one\ntheirs\n' }).conflicts).toEqual(['text'])
})
