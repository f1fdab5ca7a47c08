import type { BankQuestion } from '@freeor/courses/questions/schema'
import { expectDone } from '@freeor/site-frame/frame/answer'
import { browserApi } from '@freeor/site-frame/frame/api'
import { Button, TextInput } from '@mantine/core'
import { Form } from 'react-router'
import { Markdown } from '../components/markdown.tsx'
import { questionTexts } from '../texts/questions.ts'
import classes from './questions.module.css'
import tables from './statistics.module.css'
import { useAction } from './use-question.ts'

const words = questionTexts.bank

export type BankProps = {
  lessonId: string
  searched: string | null
  bank: { total: number; questions: readonly BankQuestion[] } | undefined
}

/** The questions of all lessons of the account, to be copied into this quiz. */
export function BankPanel({ lessonId, searched, bank }: BankProps) {
  const { run, failure, isBusy } = useAction()
  const copy = (copyOf: string) =>
    void run(async () => {
      const call = { params: { path: { lessonId } }, body: { copyOf } }
      expectDone(await browserApi().POST('/api/lessons/{lessonId}/questions', call))
    })
  return (
    <section aria-labelledby="bank">
      <h2 id="bank">{words.title}</h2>
      <p className={classes.hint}>{words.lead}</p>
      <Form method="get" preventScrollReset>
        <TextInput label={words.search} name="bank" size="md" defaultValue={searched ?? ''} />
        <Button type="submit" variant="default" mt="xs">
          {words.find}
        </Button>
      </Form>
      {bank ? (
        <>
          <p role="status">{words.found(bank.total)}</p>
          <ul className={classes.list}>
            {bank.questions.map(({ id, question, lessonTitle }) => (
              <li key={id}>
                <Markdown text={question} />
                <span className={tables.small}>{words.from(lessonTitle)}</span>
                <Button variant="default" mt="xs" disabled={isBusy} onClick={() => copy(id)}>
                  {words.copy}
                </Button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <p className={classes.failure} role="alert">
        {failure}
      </p>
    </section>
  )
}
