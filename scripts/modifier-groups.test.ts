import { expect, test } from 'vitest'
import { findModifierGroups } from './modifier-groups.mjs'

test.each([
  ['const words = /(?i:street|road)/', '(?i:'],
  ['text.replace(/a(?-i:b)/gi, "")', '(?-i:'],
  ['return /[/"]\\/(?im-s:x)/.test(text)', '(?im-s:'],
  ["const words = '(?i:street)'", '(?i:'],
  ['new RegExp("(?s:.)")', '(?s:'],
  [`new RegExp(\`\${start(\`'\${a}'\`, { b })}(?i:x)\`)`, '(?i:'],
  ['const half = width / 2\nconst words = /(?i:a)/ // half /', '(?i:'],
])('%s uses a group that changes flags', (program, group) => {
  const text = `// first\n${program}\n`
  expect(findModifierGroups(text)).toEqual([
    { line: text.split('\n').findIndex((one) => one.includes(group)) + 1, group },
  ])
})

test.each([
  'const words = /(?:street|road)(?=x)(?<!y)(?<name>z)/i',
  "// V8 misses words of `(?i:…)`\n/** also of '(?i:x)' */",
  `const sql = \`SELECT match(text, '(?i:street)')\n  WHERE \${condition} AND match(other, '^(?i:a|b)$')\``,
  'olap.ask("SELECT match(text, \'(?i:street)\')")',
  'const half = (a + b) / 2 + (c ?i:d) / 3',
  'const list = [/a/, /b/]; const share = list.length / 2',
])('%s uses none', (program) => {
  expect(findModifierGroups(program)).toEqual([])
})
