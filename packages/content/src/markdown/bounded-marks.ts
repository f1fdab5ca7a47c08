import { attention } from 'micromark-core-commonmark'
import type { Processor } from 'unified'

/** Marks of one paragraph: finding which belong together takes the square of their number. */
const mostMarks = 1_000

/** As `micromark` has them: parts of a text as they are entered and left. */
type Events = Parameters<NonNullable<(typeof attention)['resolveAll']>>[0]
type Resolve = NonNullable<(typeof attention)['resolveAll']>

/** In a paragraph with very many of these marks they are text, as a single one without its other half is. */
const bounded =
  (resolve: Resolve, type: string): Resolve =>
  (events, context) => {
    const isMark = (event: Events[number]) => event[1].type === type
    if (events.filter(isMark).length <= mostMarks * 2) return resolve(events, context)
    for (const event of events) if (isMark(event)) event[1].type = 'data'
    return events
  }

const attentionOf = { ...attention, name: 'boundedAttention' }
if (attention.resolveAll) attentionOf.resolveAll = bounded(attention.resolveAll, 'attentionSequence')

type Construct = { name?: string; resolveAll?: Resolve }

/** Keeps emphasis and strikethrough from taking minutes of a text that is made for it. Used behind `remark-gfm`. */
export function boundedMarks(this: Processor): void {
  const data = this.data() as { micromarkExtensions?: object[] }
  const extensions = (data.micromarkExtensions ?? []).flat() as { text?: Record<string, unknown> }[]
  for (const construct of extensions.flatMap(({ text }) => (text?.['126'] ?? []) as Construct[]))
    if (construct.name === 'strikethrough' && construct.resolveAll)
      construct.resolveAll = bounded(construct.resolveAll, 'strikethroughSequenceTemporary')
  data.micromarkExtensions = [
    ...(data.micromarkExtensions ?? []),
    { disable: { null: ['attention'] }, text: { 42: attentionOf, 95: attentionOf } },
  ]
}
