import type { Column } from '@freeor/leads/schema'
import { describe, expect, it } from 'vitest'
import { completeNames, placeAt } from './complete.ts'

const column = (key: string, label: string): Column => ({
  key,
  label,
  group: 'Business',
  kind: 'category',
  from: label,
  contact: false,
  facet: true,
  suggest: true,
})
const columns = [column('industry', 'Industry'), column('title', 'Owner title')]

describe('completion in the query bar', () => {
  it('knows a name that is being typed', () => {
    expect(placeAt('state:CA -ind', 13, columns)).toMatchObject({ word: 'ind', from: 10, column: undefined })
    expect(completeNames('ind', columns)[0]?.text).toBe('industry:')
    expect(completeNames('owner', columns)[0]?.text).toBe('title:')
  })

  it('knows the column of a value, also of a second one and inside quotes', () => {
    expect(placeAt('industry:res', 12, columns)).toMatchObject({ word: 'res', from: 9, column: columns[0] })
    expect(placeAt('title:Owner,ce', 14, columns)).toMatchObject({ word: 'ce', from: 12, column: columns[1] })
    expect(placeAt('industry:"auto re', 17, columns)).toMatchObject({
      word: 'auto re',
      from: 9,
      column: columns[0],
    })
  })
})
