import { AppError } from '@freeor/kernel/errors'
import { inputWords } from '@freeor/kernel/input-words'
import type { z } from 'zod'
import { videoProblem } from '../authoring/lessons/lesson-content.ts'
import { readCaptions } from '../captions/read-captions.ts'
import { writeWebVtt } from '../captions/write-webvtt.ts'
import { readMoodleXml } from '../questions/import/moodle-xml/read-moodle-xml.ts'
import { questionLimits } from '../questions/limits.ts'
import type { ArchivedCourse, ArchivedLesson, ArchivedQuestion } from './ports.ts'
import { courseFile, type LessonFile, lessonFile } from './schema.ts'

/** The text of a file of the package; undefined where it has none of that name. */
export type ReadFile = (name: string) => string | undefined

const wrong = (file: string, sentence: string): AppError =>
  new AppError('invalid_request', `${file}: ${sentence}`, { details: { file } })

/**
 * The course that the files of a package say, with its pictures as the package names them. Everything is checked before
 * anything is kept.
 * @throws AppError invalid_request naming the file and what is wrong with it
 */
export function readCourseFiles(read: ReadFile): ArchivedCourse {
  const { lessons: folders, ...head } = readJson(read, 'course.json', courseFile)
  const lessons = folders.map((folder) => readLesson(read, folder))
  const slugs = lessons.map(({ slug }) => slug)
  const twice = slugs.find((slug, at) => slugs.indexOf(slug) < at)
  if (twice !== undefined) throw wrong('course.json', `Two lessons have the address “${twice}”.`)
  if (new Set(folders).size < folders.length) throw wrong('course.json', 'A lesson is named twice.')
  if (lessons.filter(({ isPreview }) => isPreview).length > 1)
    throw wrong('course.json', 'One lesson at most is a free preview.')
  const { name, description, themeColor, favorite } = head
  return { name, description, themeColor, favorite, lessons }
}

function readText(read: ReadFile, file: string): string {
  const text = read(file)
  if (text === undefined) throw wrong(file, 'The package has no such file.')
  return text
}

function readJson<S extends z.ZodType>(read: ReadFile, file: string, schema: S): z.output<S> {
  let value: unknown
  try {
    value = JSON.parse(readText(read, file))
  } catch (error) {
    if (error instanceof AppError) throw error
    throw wrong(file, 'It is no JSON.')
  }
  const parsed = schema.safeParse(value, { error: inputWords })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw wrong(file, `${issue?.path.join('.') || 'It'}: ${issue?.message ?? 'does not fit'}`)
}

function readLesson(read: ReadFile, folder: string): ArchivedLesson {
  const file = `${folder}/lesson.json`
  const { captions, otherQuestions, ...fields } = readJson(read, file, lessonFile)
  const problem = videoProblem(fields)
  if (problem !== undefined) throw wrong(file, problem)
  return {
    ...fields,
    transcript: readText(read, `${folder}/transcript.md`),
    captions: captions.map(({ file: name, ...kept }) => ({
      ...kept,
      vtt: readVtt(read, `${folder}/${name}`),
    })),
    questions: readQuestions(read, folder, otherQuestions),
  }
}

function readVtt(read: ReadFile, file: string): string {
  const { cues, mistakes } = readCaptions(readText(read, file))
  const [first] = mistakes
  if (first) throw wrong(file, `Line ${first.line}: ${first.mistake}`)
  return writeWebVtt(cues)
}

function readQuestions(
  read: ReadFile,
  folder: string,
  others: LessonFile['otherQuestions'],
): ArchivedQuestion[] {
  const file = `${folder}/questions.xml`
  const xml = read(file)
  const { questions, parts } = xml === undefined ? { questions: [], parts: [] } : readMoodleXml(xml)
  const refused = parts.find(({ fate }) => fate === 'refused')
  if (refused) throw wrong(file, `A question cannot be read: ${refused.notes.join(' ')}`)
  const all: ArchivedQuestion[] = questions.map(({ question, options, answer, explanation }) => ({
    ...{ question, options: [...options], answer, explanation },
  }))
  // From the first position on, so that each stands where it says.
  for (const { at, ...other } of others.toSorted((one, next) => one.at - next.at)) {
    if (other.answer !== null && other.answer >= other.options.length)
      throw wrong(`${folder}/lesson.json`, 'The answer of a question is none of its options.')
    all.splice(at, 0, other)
  }
  const isTooLong = ({ question, options, explanation }: ArchivedQuestion) =>
    question.length > questionLimits.questionLength ||
    options.length > questionLimits.options ||
    options.some((option) => option.length > questionLimits.optionLength) ||
    (explanation?.length ?? 0) > questionLimits.explanationLength
  if (all.some(isTooLong)) throw wrong(file, 'A question is too long, or has more than 26 options.')
  if (all.length > questionLimits.inLesson)
    throw wrong(file, `A lesson has at most ${questionLimits.inLesson.toLocaleString('en-US')} questions.`)
  return all
}
