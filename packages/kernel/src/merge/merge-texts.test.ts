import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffSequences } from './diff-sequences.ts'
import { mergeTexts, type ThreeWays } from './merge-texts.ts'
import { randomTriple } from './testing.ts'

const merged = (base: string, mine: string, theirs: string) => {
  const result = mergeTexts({ base, mine, theirs })
  return result.isClean ? result.text : 'conflict'
}

test('changes of different lines are both in the merge', () => {
  expect(merged('one\ntwo\nthree\n', 'ONE\ntwo\nthree\n', 'one\ntwo\nTHREE\n')).toBe('ONE\ntwo\nTHREE\n')
  expect(merged('one\n\ntwo\n', 'one\n\nnew\n\ntwo\n', 'one\n\ntwo\n\nlast\n')).toBe(
    'one\n\nnew\n\ntwo\n\nlast\n',
  )
})

test('changes of different words of one line are both in the merge', () => {
  const base = 'The state may not favour a religion.\n'
  expect(merged(base, base.replace('state', 'law'), base.replace('religion', 'church'))).toBe(
    'The law may not favour a church.\n',
  )
  const added = `${base}\nA paragraph of mine.\n`
  expect(merged(base, added, base.replace('favour', 'prefer'))).toBe(added.replace('favour', 'prefer'))
})

test('a text without spaces between its words is merged by word all the same', () => {
  const base = '宗教自由是人权\n'
  expect(merged(base, base.replace('宗教', '信仰'), base.replace('人权', '权利'))).toBe('信仰自由是权利\n')
})

test.each([
  ['two words for one', 'a word here\n', 'my word here\n', 'their word here\n'],
  [
    'a word changed in a line that the other deleted',
    'one\ntwo words\nthree\n',
    'one\nthree\n',
    'one\ntwo other words\nthree\n',
  ],
  ['two texts at one place', 'one\n', 'one\nmine\n', 'one\ntheirs\n'],
  ['two texts in place of none', '', 'mine', 'theirs'],
])('%s: a conflict', (_, base, mine, theirs) => {
  expect(merged(base, mine, theirs)).toBe('conflict')
  expect(merged(base, theirs, mine)).toBe('conflict')
})

test('a conflict still has all that could be merged, and what is mine where both changed the same', () => {
  const sides = { base: 'one\n\ntwo\n', mine: 'ONE\n\ntwo\n', theirs: 'eins\n\ntwo\n\nthree\n' }
  expect(mergeTexts(sides)).toEqual({ isClean: false, text: 'ONE\n\ntwo\n\nthree\n' })
})

test('the same change of both counts once, so a save that is sent again changes nothing', () => {
  expect(merged('one\n', 'one\nnew\n', 'one\nnew\n')).toBe('one\nnew\n')
  expect(merged('one\ntwo\nthree\n', 'ONE\ntwo\nthree\n', 'ONE\ntwo\nTHREE\n')).toBe('ONE\ntwo\nTHREE\n')
})

test('where a repeated line leaves open what is meant, nobody guesses', () => {
  // Read from the beginning, theirs stands before the second empty line; read from the end, before the first.
  expect(merged('a\n\n\nb\n', 'a\n\nb\n', 'a\n\nnew\n\nb\n')).toBe('conflict')
})

/**
 * Runs Git's own merge of each triple. One shell starts Git for all: to start a program from this large process costs
 * ten times as much.
 * @returns undefined for a conflict
 */
function gitMerges(folder: string, triples: readonly ThreeWays<string>[]): (string | undefined)[] {
  for (const [at, triple] of triples.entries())
    for (const [name, text] of Object.entries(triple)) writeFileSync(join(folder, `${at}.${name}`), text)
  const merge = 'git merge-file -p -q $at.mine $at.base $at.theirs > $at.merged || rm $at.merged'
  const each = `at=0; while [ $at -lt ${triples.length} ]; do ${merge}; at=$((at + 1)); done`
  execFileSync('sh', ['-c', each], { cwd: folder })
  return triples.map((_, at) => {
    const file = join(folder, `${at}.merged`)
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  })
}

/** What Git and we make of 300 random triples, always the same ones. */
function compareWithGit() {
  const folder = mkdtempSync(join(tmpdir(), 'merge-'))
  try {
    // Of random triples with so many equal lines, about one in 9,000 is merged cleanly by both in two ways: the seed stays.
    const triples = fc.sample(randomTriple, { numRuns: 300, seed: 11 })
    const merges = gitMerges(folder, triples)
    return triples.map((triple, at) => {
      const { isClean, text } = mergeTexts(triple)
      return { triple, git: merges[at], ours: isClean ? text : undefined }
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

type Compared = ReturnType<typeof compareWithGit>[number]

/** A text in one line; `¶` is the end of a line. */
const inOneLine = (text: string) => `\`${text.replaceAll('\n', '¶') || ' '}\``

const listed = ({ triple: { base, mine, theirs }, git, ours }: Compared, at: number) =>
  [
    `${at + 1}. base ${inOneLine(base)}`,
    `   - mine ${inOneLine(mine)}`,
    `   - theirs ${inOneLine(theirs)}`,
    `   - merged ${inOneLine(git ?? ours ?? '')}`,
  ].join('\n')

test('a clean merge is what `git merge-file` makes of it, in 300 random triples; the others are listed', async () => {
  const compared = compareWithGit()
  const [both, gitAlone, oursAlone] = [
    compared.filter(({ git, ours }) => git !== undefined && ours !== undefined),
    compared.filter(({ git, ours }) => git !== undefined && ours === undefined),
    compared.filter(({ git, ours }) => git === undefined && ours !== undefined),
  ]
  for (const { git, ours } of both) expect(ours).toBe(git)
  expect(both.length).toBeGreaterThan(100)
  expect(gitAlone.length).toBeLessThan(both.length / 2)
  const lines = [
    '# Merges that only one side calls clean',
    '',
    `Of 300 random triples \`git merge-file\` and we merge ${both.length} cleanly, to the same text, and ${300 - both.length - gitAlone.length - oursAlone.length} not. The others are listed here; \`¶\` is the end of a line.`,
    '',
    '## Git alone',
    '',
    'Where a repeated line may be matched in more than one way, and the ways differ, we ask; Git takes one of them.',
    '',
    ...gitAlone.map(listed),
    '',
    '## We alone',
    '',
    'Both changed a line, or lines beside each other, and not the same words: we merge by word, Git by line.',
    '',
    ...oursAlone.map(listed),
    '',
  ]
  await expect(lines.join('\n')).toMatchFileSnapshot('merge-differences.md')
})

describe('for any texts', () => {
  test('it does not matter who is first', () => {
    fc.assert(
      fc.property(randomTriple, ({ base, mine, theirs }) => {
        expect(merged(base, mine, theirs)).toBe(merged(base, theirs, mine))
      }),
    )
  })

  test('merging again what was merged changes nothing', () => {
    fc.assert(
      fc.property(randomTriple, ({ base, mine, theirs }) => {
        const once = merged(base, mine, theirs)
        if (once !== 'conflict') expect(merged(mine, once, mine)).toBe(once)
      }),
    )
  })

  /** Insertions of characters that occur nowhere else: each can be looked for. */
  const insertions = (alphabet: number) =>
    fc
      .array(fc.nat(60), { minLength: 1, maxLength: 8 })
      .map((places) => places.map((at, n) => ({ at, text: String.fromCodePoint(alphabet + n) })))

  test('no inserted character is missing in a clean merge, and each is there once', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '.'), maxLength: 60, size: 'max' })
    fc.assert(
      fc.property(text, insertions(0x3b1), insertions(0x430), fc.nat(60), (base, mine, theirs, cut) => {
        const put = (into: string, added: typeof mine) =>
          added.reduce((now, { at, text: one }) => now.slice(0, at) + one + now.slice(at), into)
        // Mine also deletes, so that theirs may stand in what is deleted.
        const once = merged(base, put(base.slice(0, cut) + base.slice(cut + 9), mine), put(base, theirs))
        if (once === 'conflict') return
        for (const { text: one } of [...mine, ...theirs]) expect(once.split(one)).toHaveLength(2)
      }),
      { numRuns: 2000 },
    )
  })
})

test('the hunks of two sequences lead from the one to the other', () => {
  const sequence = fc.array(fc.nat(3), { maxLength: 40, size: 'max' })
  fc.assert(
    fc.property(sequence, sequence, (base, side) => {
      const built: number[] = []
      let done = 0
      for (const hunk of diffSequences(base, side)) {
        built.push(...base.slice(done, hunk.base[0]), ...side.slice(...hunk.side))
        done = hunk.base[1]
      }
      expect([...built, ...base.slice(done)]).toEqual(side)
    }),
  )
})

test('texts that share nothing, and a hundred thousand empty lines, are merged in a moment', () => {
  const lines = (word: string) => Array.from({ length: 20_000 }, (_, n) => `${word}${n}\n`).join('')
  const began = performance.now()
  expect(merged(lines('a'), lines('b'), lines('c'))).toBe('conflict')
  const empty = '\n'.repeat(100_000)
  expect(merged(empty, `${empty}mine\n`, `theirs\n${empty}`)).toBe(`theirs\n${empty}mine\n`)
  expect(merged(empty, 'a\n'.repeat(100_000), `theirs\n${empty}`)).toBe('conflict')
  expect(performance.now() - began).toBeLessThan(10_000)
})
