import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { readQuestionsOf } from './read-questions.ts'
import { gapsOf, refusals } from './testing.ts'

const folder = join(inject('realData'), 'quiz')
const isThere = inject('realData') !== '' && existsSync(join(folder, 'gift'))

const noText = 'An option has no text: # begins what is said about it, and in a text it is written \\#.'
const typed = 'Its answer is to be typed: a quiz here is chosen from options.'

/** How many questions a person counts in each file, and why some of them are no questions of options. */
const banks = [
  ['00-CSS.txt', 20, [noText]],
  ['00-HTML.txt', 19, [typed, typed]],
  ['00-Shell.txt', 16, []],
  ['01-Request-Response.txt', 20, []],
  ['04-SQL.txt', 20, []],
  ['05-MVC.txt', 20, []],
  ['06-Python-Objects.txt', 20, []],
] as const

describe.skipIf(!isThere)(
  `real banks, in \`quiz\` of the folder that REAL_DATA names${isThere ? '' : ' (skipped without it)'}`,
  () => {
    test.each(banks)(
      'every question of %s comes in or is refused with its reason',
      async (name, all, why) => {
        const bytes = readFileSync(join(folder, 'gift', name))
        const read = await readQuestionsOf({ name, bytes })
        expect(gapsOf(read)).toEqual([])
        expect(refusals(read)).toEqual(why)
        expect(read.questions).toHaveLength(all - why.length)
        // Each file marks the right option by = at the beginning of its line.
        const marked = bytes.toString('utf8').match(/^=[^\n~]*/gm) ?? []
        for (const { options, answer } of read.questions) {
          const right = (options[answer] ?? '').replaceAll('\\', '')
          expect(marked.map((line) => line.slice(1).replaceAll('\\', '').trim())).toContain(right)
        }
      },
    )

    test('of a package of QTI 1.2 one file holds the questions, and the others are ignored', async () => {
      const name = 'minimal_qti_1.2_sample.zip'
      const read = await readQuestionsOf({ name, bytes: readFileSync(join(folder, name)) })
      expect(gapsOf(read)).toEqual([])
      expect(read.questions).toHaveLength(1)
      expect(refusals(read)).toEqual([])
    })
  },
)
