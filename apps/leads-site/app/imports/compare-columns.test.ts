import type { Column } from '@freeor/leads/schema'
import { expect, test } from 'vitest'
import { compareColumns } from './compare-columns.ts'

const column = (key: string, kind: Column['kind'] = 'text'): Column => ({
  key,
  label: key.toUpperCase(),
  group: 'Group',
  kind,
  from: key,
  contact: false,
  facet: false,
  suggest: false,
})

test('columns are told apart by key: kept, read otherwise, new and gone', () => {
  const existing = [column('name'), column('staff', 'number'), column('fax', 'phone')]
  const proposed = [column('name'), column('staff', 'text'), column('website', 'url')]
  expect(compareColumns(existing, proposed)).toEqual({
    kept: ['NAME'],
    otherKind: ['STAFF'],
    added: ['WEBSITE'],
    gone: ['FAX'],
  })
})
