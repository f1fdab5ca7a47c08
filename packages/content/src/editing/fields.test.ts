import { expect, test } from 'vitest'
import { type Collection, type CollectionData, collectionNames, collections } from '../schema.ts'
import { editedFields, readData, writeData } from './fields.ts'

const picture = { src: '/pictures/desk.svg', alt: 'A desk' }

const samples: { readonly [C in Collection]: CollectionData<C> } = {
  pages: { lead: 'What it is about', body: '# One\n\nTwo: three', picture },
  'reading-list': { type: 'Cases', author: 'A court', year: 1943, source: '319 U.S. 624' },
  bios: { group: 'Staff', order: 0, role: 'Editor', about: '', isSample: true },
  opportunities: {
    ...{ category: 'Teach', order: 3, text: 'Speak.', time: 'An hour', isFeatured: false },
    ...{ page: '/contact', audiences: { students: 'Ask: and answer', lawyers: 'Answer' } },
  },
  audiences: { order: 12 },
  faq: { group: 'Courses', order: 1, answer: 'Yes.\n\nNo.' },
  steps: { order: 2, text: 'Sign up.' },
  'image-grid': { order: 1, text: 'Look.', picture, page: '/about' },
}

test.each(collectionNames)(
  'the form of %s has all fields of the collection and gives back what it was filled with',
  (collection) => {
    expect(editedFields[collection].map(({ name }) => name)).toEqual(
      Object.keys(collections[collection].shape),
    )
    const form = writeData(collection, samples[collection])
    const read = readData(collection, (name) => form[name] ?? '')
    const given = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== null))
    expect(given).toEqual(samples[collection])
  },
)

test('an optional field that is emptied is taken away, and lines of a browser are ours', () => {
  const empty = readData('pages', (name) => (name === 'data.body' ? 'One\r\nTwo' : ''))
  expect(empty).toEqual({ lead: '', body: 'One\nTwo', picture: null })
})
