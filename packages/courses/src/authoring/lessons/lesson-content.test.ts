import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lessonProblems, videoProblem, withoutProblems } from './lesson-content.ts'
import { lessonLengths, longestVideo, mostPictures } from './limits.ts'
import { type LessonContent, lessonChange } from './schema.ts'
import { emptyContent } from './simulation/testing.ts'

const textNear = (length: number) =>
  fc.oneof(fc.string(), fc.constantFrom('', ' ', '\n', 'a'.repeat(length), 'a'.repeat(length + 1)))

const content: fc.Arbitrary<LessonContent> = fc.record({
  title: textNear(lessonLengths.title),
  description: textNear(lessonLengths.description),
  instructor: textNear(lessonLengths.instructor),
  transcript: textNear(lessonLengths.transcript),
  videoUrl: fc.constantFrom('', 'https://youtu.be/abcdefghijk', 'a'.repeat(lessonLengths.videoUrl + 1)),
  videoType: fc.constantFrom('youtube', 'vimeo'),
  videoThumb: fc.array(
    fc.constantFrom('/lessons/a/b.png', '//a/b', '/a/../b', 'https://a.example/b', '/a b', '/'),
    { maxLength: mostPictures + 1 },
  ),
  durationSeconds: fc.constantFrom(0, 1, longestVideo, longestVideo + 1),
  quizName: textNear(lessonLengths.quizName),
  themeColor: fc.constant('info'),
  favorite: fc.boolean(),
})

test('the page finds wrong what the server would refuse, and nothing else', () => {
  fc.assert(
    fc.property(content, (one) => {
      const refused = lessonChange
        .safeParse({ version: 1, ...one })
        .error?.issues.map(({ path }) => String(path[0]))
      const expected = new Set([...(refused ?? []), ...(videoProblem(one) === undefined ? [] : ['videoUrl'])])
      expect(Object.keys(lessonProblems(one)).toSorted()).toEqual([...expected].toSorted())
    }),
    { numRuns: 300 },
  )
})

test('wrong fields stay as they were, with those that belong to them', () => {
  const wrong: LessonContent = {
    ...emptyContent,
    ...{ title: ' ', instructor: 'Ada', videoType: 'vimeo', videoUrl: 'https://youtu.be/abcdefghijk' },
  }
  expect(withoutProblems(wrong, emptyContent)).toEqual({ ...emptyContent, instructor: 'Ada' })
})
