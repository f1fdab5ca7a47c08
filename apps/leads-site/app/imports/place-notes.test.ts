import type { Column } from '@freeor/leads/schema'
import { expect, test } from 'vitest'
import { placeNotes } from './place-notes.ts'

const column = (label: string, kind: Column['kind']): Column => ({
  key: label.toLowerCase(),
  label,
  group: 'Place',
  kind,
  from: label,
  contact: false,
  facet: false,
  suggest: false,
})

test('coordinates place a lead, and the ZIP where they are blank', () => {
  const notes = placeNotes([column('Lat', 'lat'), column('Lon', 'lon'), column('Zip', 'zip')])
  expect(notes[0]).toBe('On the map by Lat and Lon; where those are blank, by the point of Zip.')
})

test('a county column is not overridden by the ZIP', () => {
  const zip = column('Zip', 'zip')
  expect(placeNotes([zip])).toContain('The county comes from the ZIP.')
  expect(placeNotes([zip, column('County', 'county')])).not.toContain('The county comes from the ZIP.')
})

test('without coordinates and ZIP a note says which leads are on the map all the same', () => {
  const [note] = placeNotes([column('Address', 'text'), column('Lat', 'lat')])
  expect(note).toContain('Where an address ends in a ZIP')
  expect(note).toContain('not on the map')
})
