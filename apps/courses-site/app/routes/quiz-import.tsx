import { unwrap } from '@freeor/api-client/client'
import { mostImportBytes } from '@freeor/courses/questions/import/limits'
import type { ImportAccount } from '@freeor/courses/questions/import/schema'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { browserApi } from '@freeor/site-frame/frame/api'
import { Button, FileInput, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { Markdown } from '../components/markdown.tsx'
import { WhenNear } from '../components/when-near.tsx'
import { quizEditPath } from '../course/paths.ts'
import { BroughtIn, type BroughtInState } from '../questions/brought-in.tsx'
import { FileAccount } from '../questions/file-account.tsx'
import { openQuiz } from '../questions/open-quiz.ts'
import classes from '../questions/questions.module.css'
import { QuizTabs } from '../questions/quiz-tabs.tsx'
import { sendFile } from '../questions/send-file.ts'
import { useAction } from '../questions/use-question.ts'
import { questionTexts } from '../texts/questions.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/quiz-import'

const words = questionTexts.import

/** So many questions of a file are drawn with their options at once. A file may have thousands. */
const textsAtOnce = 50

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(words.title) }]

export async function loader(args: Route.LoaderArgs) {
  const { api, lesson } = await openQuiz(args)
  const call = { params: { path: { lessonId: lesson.id }, query: { limit: 1 } } }
  const { total } = await forPage(
    args.context,
    api.GET('/api/lessons/{lessonId}/questions', call).then(unwrap),
  )
  return { lesson, total }
}

type ChooserProps = {
  questions: ImportAccount['questions']
  isBusy: boolean
  onBringIn(positions: number[]): void
}

/** Which of the questions come in: all, until told otherwise. */
function Chooser({ questions, isBusy, onBringIn }: ChooserProps) {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const chosen = questions.flatMap((_, at) => (left.has(at) ? [] : [at]))
  const toggle = (at: number) => {
    const next = new Set(left)
    if (!next.delete(at)) next.add(at)
    setLeft(next)
  }
  return (
    <section aria-labelledby="choose">
      <h2 id="choose">{words.choose}</h2>
      <div className={classes.row}>
        <Button variant="default" onClick={() => setLeft(new Set())}>
          {words.all}
        </Button>
        <Button variant="default" onClick={() => setLeft(new Set(questions.keys()))}>
          {words.none}
        </Button>
      </div>
      <ul className={classes.chooser}>
        {[...questions.entries()].map(([at, { question, options, answer }]) => (
          <li key={at} className={classes.choice}>
            <input
              type="checkbox"
              id={`choice-${at}`}
              checked={!left.has(at)}
              onChange={() => toggle(at)}
              aria-labelledby={`choice-${at}-text`}
            />
            <WhenNear
              isAtOnce={at < textsAtOnce}
              waiting={
                <p id={`choice-${at}-text`} className={classes.waitingChoice}>
                  {question}
                </p>
              }
            >
              <div id={`choice-${at}-text`}>
                <Markdown text={question} />
              </div>
              <ol>
                {[...options.entries()].map(([position, text]) => (
                  <li key={position}>
                    <Markdown text={text} inline />
                    {position === answer ? <span className={classes.right}> ({words.right})</span> : null}
                  </li>
                ))}
              </ol>
            </WhenNear>
          </li>
        ))}
      </ul>
      <Button size="lg" disabled={chosen.length === 0} loading={isBusy} onClick={() => onBringIn(chosen)}>
        {words.bringIn(chosen.length)}
      </Button>
    </section>
  )
}

/** Reads a file of questions, accounts for it, and brings in what is chosen. */
export default function QuizImport({ loaderData: { lesson } }: Route.ComponentProps) {
  const [file, setFile] = useState<File | null>(null)
  const [account, setAccount] = useState<ImportAccount>()
  const [added, setAdded] = useState<readonly string[]>([])
  const { run, failure, isBusy, setFailure } = useAction()
  const read = () => {
    if (!file) return
    if (file.size > mostImportBytes) {
      setFailure(words.tooLarge)
      return
    }
    void run(async () => {
      setAdded([])
      setAccount(undefined)
      setAccount(await sendFile(lesson.id, file))
    })
  }
  const bringIn = (questions: number[]) =>
    void run(async () => {
      const path = { importId: account?.importId ?? '' }
      const call = { params: { path }, body: { lessonId: lesson.id, questions } }
      const answer = unwrap(await browserApi().POST('/api/question-imports/{importId}/questions', call))
      setAdded(answer.questionIds)
    })
  return (
    <div className={classes.page}>
      <QuizTabs courseId={lesson.courseId} slug={lesson.slug} current="import" />
      <p className={classes.lesson}>{lesson.title}</p>
      <Title order={1}>{words.title}</Title>
      <p className={classes.lead}>{words.lead}</p>
      <FileInput
        label={words.file}
        placeholder={words.noFile}
        size="md"
        value={file}
        onChange={setFile}
        maw="30rem"
      />
      <Button mt="md" mb="lg" disabled={!file} loading={isBusy} onClick={read}>
        {words.read}
      </Button>
      <p className={classes.failure} role="alert">
        {failure}
      </p>
      {account ? <FileAccount account={account} /> : null}
      <BroughtIn
        key={account?.importId}
        lessonId={lesson.id}
        questionIds={added}
        onTakenOut={() => setAdded([])}
      >
        <Link
          to={quizEditPath(lesson.courseId, lesson.slug)}
          state={{ broughtIn: added } satisfies BroughtInState}
        >
          {words.toQuiz}
        </Link>
      </BroughtIn>
      {account && account.questions.length > 0 && added.length === 0 ? (
        <Chooser key={account.importId} questions={account.questions} isBusy={isBusy} onBringIn={bringIn} />
      ) : null}
    </div>
  )
}
