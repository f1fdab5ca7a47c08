import { documentMeta } from '@freeor/site-frame/documents/document-meta'
import { MarkdownText } from '@freeor/site-frame/documents/markdown-text'
import { readKeptMarkdown } from '@freeor/site-frame/documents/read-markdown'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import { MailUs } from '../public/mail-us.tsx'
import { PageHead } from '../public/page-head.tsx'
import { listDocuments, readSitePage } from '../public/site-documents.ts'
import type { Route } from './+types/faq'
import classes from './faq.module.css'

export const meta = documentMeta<typeof loader>()

export async function loader({ context }: Pick<Route.LoaderArgs, 'context'>) {
  const api = serverApi(context)
  const [page, documents] = await forPage(
    context,
    Promise.all([readSitePage(api, 'faq'), listDocuments(api, 'faq')]),
  )
  const questions = await Promise.all(
    documents.map(async ({ id, name, data }) => ({
      ...{ id, name, group: data.group },
      answer: await readKeptMarkdown(data.answer),
    })),
  )
  return { page, questions }
}

export default function Faq({ loaderData: { page, questions } }: Route.ComponentProps) {
  const groups = [...new Set(questions.map(({ group }) => group))]
  return (
    <>
      <PageHead title={page.name} lead={page.data.lead} />
      <div className={classes.page}>
        {groups.map((group) => (
          <section key={group} className={classes.group}>
            <h2>{group}</h2>
            <div>
              {questions
                .filter((question) => question.group === group)
                .map(({ id, name, answer }) => (
                  <div key={id} className={classes.question}>
                    <h3>{name}</h3>
                    <MarkdownText nodes={answer} />
                  </div>
                ))}
            </div>
          </section>
        ))}
        <MailUs />
      </div>
    </>
  )
}
