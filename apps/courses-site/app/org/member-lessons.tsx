import { formatDate, formatShare } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { organizationTexts } from '../texts/organization.ts'

const words = organizationTexts.member

export type ShownLesson = {
  _docId: string
  title: string
  order: number
  watched: number | null
  answered: number | null
  questions: number
  graded: readonly { score: number; questions: number; gradedAt: string }[]
}

function lastOf({ graded, answered, questions }: ShownLesson): string {
  const [last] = graded
  if (last) return words.score(last.score, last.questions)
  return answered === null ? words.notStarted : words.open(answered, questions)
}

const bestOf = ({ graded }: ShownLesson) =>
  graded.toSorted((a, b) => b.score / Math.max(1, b.questions) - a.score / Math.max(1, a.questions))[0]

/** The lessons of a course with what a learner has done of each: scores and dates, never an answer. */
export function MemberLessons({ lessons }: { lessons: readonly ShownLesson[] }) {
  return (
    <Table
      label={words.table}
      empty={words.none}
      hasRowHeads
      columns={[
        words.lesson,
        { title: words.watched, isNumeric: true },
        { title: words.last, isNumeric: true },
        { title: words.best, isNumeric: true },
        { title: words.runs, isNumeric: true },
        words.date,
      ]}
      rows={lessons.map((lesson) => {
        const best = bestOf(lesson)
        const [last] = lesson.graded
        return {
          key: lesson._docId,
          cells: [
            `${lesson.order}. ${lesson.title}`,
            lesson.watched === null ? '–' : formatShare(lesson.watched),
            lastOf(lesson),
            best ? words.score(best.score, best.questions) : '–',
            String(lesson.graded.length),
            last ? formatDate(last.gradedAt) : '–',
          ],
        }
      })}
    />
  )
}
