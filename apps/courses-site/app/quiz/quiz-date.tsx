import { formatDate } from '@freeor/ui/format'

/** A day in a sentence, readable by programs too. */
export const QuizDate = ({ at, words }: { at: string; words: (date: string) => string }) => (
  <p>
    <time dateTime={at}>{words(formatDate(at))}</time>
  </p>
)
