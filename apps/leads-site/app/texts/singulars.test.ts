import { expect, test } from 'vitest'
import { texts } from '../texts.ts'
import { duplicateTexts } from './duplicates.ts'
import { fileTexts } from './files.ts'
import { optOutTexts } from './opt-outs.ts'

test('one thing is named in the singular, two in the plural', () => {
  expect(texts.home.atSaving('1')).toBe('1 lead when saved')
  expect(texts.home.atSaving('2')).toBe('2 leads when saved')
  expect([texts.home.rowsOf('1'), texts.home.rowsOf('2')]).toEqual(['1 row', '2 rows'])
  expect(texts.home.columnsCount('1')).toBe('1 column')
  expect(texts.search.count('1')).toBe('1 lead')
  expect(texts.search.versionLine(2, 'today', '1')).toContain('1 lead')
  expect(texts.shared.count('1', 'Sample businesses')).toBe('1 lead in Sample businesses')
  expect(texts.nav.leadsRemaining('1')).toBe('1 lead remaining')
  expect(fileTexts.part('1', '9 bytes')).toBe('1 row, 9 bytes')
  expect(duplicateTexts.startsAfter('1')).toBe('The file starts after the first lead.')
  expect(optOutTexts.added('1', '1', '2', '0')).toContain('1 lead is removed, and 2 files are not')
})
