import { ApiProblem, sentenceOf, unwrap } from '@freeor/api-client/client'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { type Answer, readForm } from '@freeor/site-frame/frame/answer'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { serverApi } from '@freeor/site-frame/frame/api'
import { HeldWhileActing } from '@freeor/site-frame/frame/held-while-acting'
import { useUnsavedWork } from '@freeor/site-frame/frame/unsaved-work'
import { useKeptAnswer } from '@freeor/site-frame/frame/use-kept-answer'
import { useLookAgain } from '@freeor/site-frame/live/use-look-again'
import { formatTime } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Button, Stack, Textarea, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { data, Form, Link, useNavigation } from 'react-router'
import { openLearnerPage } from '../access/open-page.ts'
import { coursePath } from '../course/paths.ts'
import { messageTexts } from '../texts/messages.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/course-message'
import classes from './course-message.module.css'

const words = messageTexts

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(words.title) }]

/** For whoever does not manage the course, this page is not there. */
export async function loader({ context, url, params }: Route.LoaderArgs) {
  const { api } = await openLearnerPage({ context, url })
  const path = { params: { path: { courseId: params.courseId } } }
  const [course, messages] = await forPage(
    context,
    Promise.all([
      api.GET('/api/courses/{courseId}', path).then(unwrap),
      api.GET('/api/courses/{courseId}/messages', path).then(unwrap),
    ]),
  )
  return { course, ...messages, key: crypto.randomUUID() }
}

type Written = { readonly subject: string; readonly text: string; readonly key: string }
type Preview = { readonly subject: string; readonly text: string; readonly learners: number }
/** `sent` is the key of the message that is on its way. */
type Said = Answer & { readonly written?: Written; readonly preview?: Preview; readonly sent?: string }

/** Shows the mail, or sends it. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const api = serverApi(context)
  const form = await readForm(request)
  const { intent } = form
  const key = form.text('key') || crypto.randomUUID()
  const written = { subject: form.text('subject'), text: form.text('text'), key }
  const path = { params: { path: { courseId: params.courseId } } }
  const { key: _, ...body } = written
  try {
    if (intent === 'send') {
      unwrap(await api.POST('/api/courses/{courseId}/messages', { ...path, body: written }))
      return data<Said>({ intent, ok: true, text: words.sent, sent: key })
    }
    const preview = unwrap(await api.POST('/api/courses/{courseId}/messages/preview', { ...path, body }))
    return data<Said>({ intent, ok: true, text: '', written, preview })
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    const text = sentenceOf(error.details) || error.message
    return data<Said>({ intent, ok: false, text, written }, { status: error.status })
  }
}

type Loaded = Route.ComponentProps['loaderData']

type ComposeProps = { given: Written | undefined; keyOf: string; left: number; onTyped: () => void }

function Compose({ given, keyOf, left, onTyped }: ComposeProps) {
  const isBusy = useNavigation().formData?.get('intent') === 'preview'
  return (
    <Form method="post" preventScrollReset className={classes.form} onChange={onTyped}>
      <input type="hidden" name="key" value={given?.key ?? keyOf} />
      <Stack gap="md" align="flex-start">
        <TextInput
          name="subject"
          label={words.subject}
          defaultValue={given?.subject}
          required
          withAsterisk={false}
          maxLength={150}
          w="100%"
        />
        <Textarea
          name="text"
          label={words.text}
          description={words.textHint}
          defaultValue={given?.text}
          required
          withAsterisk={false}
          maxLength={5000}
          autosize
          minRows={8}
          w="100%"
        />
        <Button type="submit" name="intent" value="preview" loading={isBusy} disabled={left === 0}>
          {words.preview}
        </Button>
      </Stack>
    </Form>
  )
}

function Shown({ preview, written }: { preview: Preview; written: Written }) {
  const isBusy = useNavigation().formData?.get('intent') === 'send'
  return (
    <section aria-labelledby="the-mail" className={classes.section}>
      <Title order={2} size="h3" id="the-mail">
        {words.previewHeading}
      </Title>
      <div className={classes.mail}>
        <p className={classes.subject}>{preview.subject}</p>
        <pre>{preview.text}</pre>
      </div>
      {preview.learners === 0 ? (
        <p>{words.nobody}</p>
      ) : (
        <Form method="post">
          {Object.entries(written).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" name="intent" value="send" size="lg" loading={isBusy}>
            {words.send(preview.learners)}
          </Button>
        </Form>
      )}
    </section>
  )
}

function Past({ messages }: Pick<Loaded, 'messages'>) {
  useLookAgain(messages.some(({ waiting }) => waiting > 0))
  const { columns } = words
  return (
    <section aria-labelledby="past-messages" className={classes.section}>
      <Title order={2} size="h3" id="past-messages">
        {words.past}
      </Title>
      <Table
        label={words.past}
        columns={[columns.sent, columns.subject, columns.by, columns.state]}
        empty={words.none}
        rows={messages.map((one) => ({
          key: one.id,
          cells: [formatTime(one.sent), one.subject, one.by ?? words.nobodyAnyMore, words.state(one)],
        }))}
      />
    </section>
  )
}

/** Authors write to all learners of a course: compose, see the mail, send. */
export default function CourseMessage({ loaderData, actionData }: Route.ComponentProps) {
  const { course, learners, left, messages, key } = loaderData
  const said = useKeptAnswer(actionData as Said | undefined)
  const [sent, setSent] = useState('')
  const [isTyped, setTyped] = useState(false)
  if (said?.sent !== undefined && said.sent !== sent) {
    setSent(said.sent)
    setTyped(false)
  }
  const { preview, written } = said ?? {}
  useUnsavedWork(isTyped)
  return (
    <div className={classes.page}>
      <p>
        <Link to={coursePath(course._docId)}>{words.back}</Link>
      </p>
      <Title order={1}>{words.heading(course.name)}</Title>
      <p className={classes.lead}>{words.lead}</p>
      <p>
        {words.learners(learners)} {words.left(left)}
      </p>
      {said?.text ? <AnswerNote answer={said} /> : null}
      <HeldWhileActing>
        <Compose
          // A new form once a message is sent, and at no other time: what is being typed would be gone.
          key={sent}
          given={written}
          // Until the page has loaded again, the key is still that of the message which was sent.
          keyOf={key === sent ? '' : key}
          left={left}
          onTyped={() => setTyped(true)}
        />
      </HeldWhileActing>
      {preview && written ? <Shown preview={preview} written={written} /> : null}
      <Past messages={messages} />
    </div>
  )
}
