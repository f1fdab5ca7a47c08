import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { replacePictures } from '../import/pictures/found-pictures.ts'
import { gapsOf, readTextFile } from '../import/testing.ts'
import { exportText } from './export-text.ts'
import { packPictures } from './pack-pictures.ts'

const picture = (at: number) => ({
  address: `/api/lesson-images/cmp_one/000000000000000${at}-map.png`,
  bytes: Buffer.from(`the bytes of picture ${at}`),
})
const [one, two] = [picture(1), picture(2)]
const gone = '/api/lesson-images/cmp_one/0000000000000003-gone.png'

const stored = new Map(
  [one, two].map(({ address, bytes }) => [address.replace('/api/lesson-images/', ''), bytes] as const),
)
const find = (key: string) => stored.get(key.split('/').slice(-2).join('/'))
const files = {
  async stat(key: string) {
    const bytes = find(key)
    return bytes && { bytes: bytes.length, modifiedAt: new Date(0) }
  },
  read: async (key: string) => Readable.from([find(key) ?? Buffer.alloc(0)]),
}

const question = {
  questionId: 'que_1',
  question: `Where?\n\n![a \\] "map" & <more>](${one.address}) and ![](${gone})`,
  options: [`![x](${two.address})`, `see [this](${one.address}), \`![x](y)\``],
  answer: 1,
  explanation: `![a](${one.address}) ![b](${one.address}) ![](${two.address})`,
}
const lessons = [{ title: 'Maps', questions: [question] }]
const texts = [question.question, ...question.options, question.explanation]

test('Moodle XML has the pictures of a question in it, beside each text once, and they are read again', async () => {
  const { text, proofs } = exportText(lessons, 'moodle-xml', await packPictures(files, texts))
  expect(proofs).toMatchObject([{ status: 'proven' }])
  expect(text.match(/<file /g)).toHaveLength(4)
  const read = await readTextFile(text, 'bank.xml')
  expect(gapsOf(read)).toEqual([])
  const addresses = [one, two].map(({ bytes, address }) => [bytes.toString(), address] as const)
  const keys = new Map(
    read.pictures.map(({ key, bytes }) => [key, new Map(addresses).get(Buffer.from(bytes).toString())]),
  )
  const shown = (text: string) => replacePictures(text, (key) => keys.get(key))
  expect([...keys.values()].toSorted()).toEqual([one.address, two.address])
  expect(shown(read.questions[0]?.question ?? '')).toBe(question.question)
  expect(shown(read.questions[0]?.options[0] ?? '')).toBe(question.options[0])
  expect(shown(read.questions[0]?.explanation ?? '')).toBe(question.explanation)
})

test.each(['gift', 'csv'] as const)('%s names pictures by their addresses', async (format) => {
  const { text, proofs } = exportText(lessons, format, await packPictures(files, texts))
  expect(proofs).toMatchObject([{ status: 'proven' }])
  expect(text).toContain('0000000000000001-map.png')
  expect(text).not.toContain('PLUGINFILE')
})

test('a question that would not come back the same with its pictures is written with their addresses', async () => {
  // A title of a picture has no place in the Markdown that is read.
  const titled = { ...question, question: `Where? ![map](${one.address} "A title")` }
  const { text, proofs } = exportText(
    [{ title: 'Maps', questions: [{ ...titled, options: ['x', 'y'], explanation: null }] }],
    'moodle-xml',
    await packPictures(files, [titled.question]),
  )
  expect(proofs).toMatchObject([{ status: 'proven' }])
  expect((await readTextFile(text, 'bank.xml')).questions[0]?.question).toBe(titled.question)
})
