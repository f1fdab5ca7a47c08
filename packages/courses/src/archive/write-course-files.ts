import { exportText } from '../questions/export/export-text.ts'
import { packPictures } from './picture-links.ts'
import type { ArchivedCourse, ArchivedLesson, ArchivedQuestion } from './ports.ts'
import { type CourseFile, courseFormat, type LessonFile } from './schema.ts'

/** A file of text in a package. */
export type TextFile = { readonly name: string; readonly text: string }

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** A lesson's folder: its position keeps the order for people, its address says which one it is. */
const folderOf = (at: number, { slug }: ArchivedLesson): string =>
  `lessons/${String(at + 1).padStart(3, '0')}-${slug}`

/**
 * The texts of a course as files: JSON, Markdown, WebVTT and Moodle XML. The same course gives the same files.
 * @param withKeys its questions with their keys; without, no question is in it
 */
export function writeCourseFiles(
  given: ArchivedCourse,
  { withKeys }: { readonly withKeys: boolean },
): TextFile[] {
  const course = mapTexts(given, packPictures)
  const { name, description, themeColor, favorite } = course
  const folders = course.lessons.map((lesson, at) => ({ lesson, folder: folderOf(at, lesson) }))
  const head = {
    ...{ ...courseFormat, name, description, themeColor, favorite },
    lessons: folders.map(({ folder }) => folder),
  } satisfies Record<keyof CourseFile, unknown>
  return [
    { name: 'course.json', text: json(head) },
    ...folders.flatMap(({ lesson, folder }) =>
      lessonFiles(withKeys ? lesson : { ...lesson, questions: [] }).map((file) => ({
        ...file,
        name: `${folder}/${file.name}`,
      })),
    ),
  ]
}

function lessonFiles(lesson: ArchivedLesson): TextFile[] {
  const { captions, questions, transcript, ...fields } = lesson
  const asked = writeQuestions(lesson.title, questions)
  const files = captions.map(({ kind, language, label, vtt }) => ({
    ...{ file: `${kind}-${language}.vtt`, kind, language, label, vtt },
  }))
  const head = {
    ...fields,
    captions: files.map(({ vtt: _, ...file }) => file),
    otherQuestions: asked.others,
  } satisfies Record<keyof LessonFile, unknown>
  return [
    { name: 'lesson.json', text: json(head) },
    { name: 'transcript.md', text: transcript },
    ...files.map(({ file, vtt }) => ({ name: file, text: vtt })),
    ...(asked.xml === '' ? [] : [{ name: 'questions.xml', text: asked.xml }]),
  ]
}

/** In Moodle's XML what it can say and what is the same when it is read again; the others as JSON. */
function writeQuestions(title: string, questions: readonly ArchivedQuestion[]) {
  const packed = questions.map((one, at) => ({ ...one, questionId: String(at) }))
  const { text, proofs } = exportText([{ title, questions: packed }], 'moodle-xml')
  const isProven = (at: number) => proofs[at]?.status === 'proven'
  const others = packed.flatMap(({ questionId: _, ...one }, at) => (isProven(at) ? [] : [{ at, ...one }]))
  return { xml: others.length === packed.length ? '' : text, others }
}

type MapText = (text: string) => string

const mapQuestion = (
  { question, options, answer, explanation }: ArchivedQuestion,
  map: MapText,
): ArchivedQuestion => ({
  question: map(question),
  options: options.map(map),
  answer,
  explanation: explanation === null ? null : map(explanation),
})

/** The course with all texts changed that may show pictures. */
export const mapTexts = (course: ArchivedCourse, map: MapText): ArchivedCourse => ({
  ...course,
  lessons: course.lessons.map((lesson) => ({
    ...lesson,
    transcript: map(lesson.transcript),
    videoThumb: lesson.videoThumb.map(map),
    questions: lesson.questions.map((one) => mapQuestion(one, map)),
  })),
})

/** All those texts as one. */
export function textsOf(course: ArchivedCourse): string {
  const texts: string[] = []
  mapTexts(course, (text) => {
    texts.push(text)
    return text
  })
  return texts.join('\n')
}
