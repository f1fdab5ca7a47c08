import type { OutlinedLesson } from '@freeor/courses/authoring/course-lessons/schema'
import type { OrderMove } from '@freeor/courses/authoring/order/apply-moves'
import { Button, Checkbox, TextInput } from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { authoringTexts } from '../texts/authoring.ts'
import classes from './authoring.module.css'

type LessonToolsProps = {
  lesson: OutlinedLesson
  all: readonly OutlinedLesson[]
  onMove(move: OrderMove): void
}
type IntentFormProps = {
  intent: string
  fields: Readonly<Record<string, string>>
  /** In place of the form, where there is script. */
  onPress?: () => void
  children: ReactNode
}

const words = authoringTexts

/** A form of one button. */
export function IntentForm({ intent, fields, onPress, children }: IntentFormProps) {
  return (
    <Form
      method="post"
      preventScrollReset
      onSubmit={(event) => {
        if (!onPress) return
        event.preventDefault()
        onPress()
      }}
    >
      {Object.entries({ intent, ...fields }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  )
}

/** One position up or down. At an end the button stays, so that the focus does. */
function MoveButtons({ lesson, all, onMove }: LessonToolsProps) {
  const at = all.findIndex(({ _docId }) => _docId === lesson._docId)
  const { title } = lesson.data
  const button = (after: string | undefined, label: string, icon: ReactNode) => (
    <IntentForm
      intent="move"
      fields={{ id: lesson._docId, after: after ?? '' }}
      onPress={() => onMove({ id: lesson._docId, after: after || null })}
    >
      <Button
        type={after === undefined ? 'button' : 'submit'}
        variant="subtle"
        aria-label={label}
        aria-disabled={after === undefined || undefined}
        data-disabled={after === undefined || undefined}
        px="sm"
      >
        {icon}
      </Button>
    </IntentForm>
  )
  const [above, next] = [all[at - 2]?._docId ?? '', all[at + 1]?._docId]
  return (
    <>
      {button(at > 0 ? above : undefined, words.up(title), <IconArrowUp size={20} aria-hidden />)}
      {button(next, words.down(title), <IconArrowDown size={20} aria-hidden />)}
    </>
  )
}

function AddressForm({ lesson }: { lesson: OutlinedLesson }) {
  const { slug } = lesson.data
  return (
    <Form method="post" className={classes.inline} preventScrollReset>
      <input type="hidden" name="intent" value="change" />
      <input type="hidden" name="id" value={lesson._docId} />
      <TextInput label={words.lessons.slug} name="slug" defaultValue={slug} required maxLength={80} />
      <Checkbox
        label={words.lessons.preview}
        name="isPreview"
        value="true"
        defaultChecked={lesson.isPreview}
      />
      <Button type="submit" variant="default">
        {words.save}
      </Button>
    </Form>
  )
}

/** What else an author does with a lesson, opened when it is wanted. */
function MoreOfLesson({ lesson }: { lesson: OutlinedLesson }) {
  const { title } = lesson.data
  const id = lesson._docId
  return (
    <details className={classes.details}>
      <summary aria-label={words.lessons.more(title)}>{words.lessons.moreShort}</summary>
      <div className={classes.panel}>
        <AddressForm lesson={lesson} />
        <div className={classes.tools}>
          {lesson.otherCourses.length > 0 ? (
            <IntentForm intent="remove" fields={{ id, title }}>
              <Button type="submit" variant="subtle">
                {words.lessons.remove}
              </Button>
            </IntentForm>
          ) : null}
          <IntentForm intent="archive" fields={{ id, title }}>
            <Button type="submit" variant="subtle" aria-label={`${words.archive}: ${title}`}>
              {words.archive}
            </Button>
          </IntentForm>
        </div>
      </div>
    </details>
  )
}

/** Publishing, order and archive of a lesson, for who manages the course. */
export function LessonTools({ lesson, all, onMove }: LessonToolsProps) {
  const { title, published } = lesson.data
  const [intent, label] = published
    ? (['unpublish', words.lessons.unpublish] as const)
    : (['publish', words.lessons.publish] as const)
  return (
    <>
      <IntentForm intent={intent} fields={{ id: lesson._docId, title }}>
        <Button type="submit" variant={published ? 'subtle' : 'light'} aria-label={`${label}: ${title}`}>
          {label}
        </Button>
      </IntentForm>
      <MoveButtons lesson={lesson} all={all} onMove={onMove} />
      <MoreOfLesson lesson={lesson} />
    </>
  )
}
