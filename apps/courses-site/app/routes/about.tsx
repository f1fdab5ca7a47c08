import type { MarkdownNode } from '@freeor/content/markdown/markdown-node'
import { documentMeta } from '@freeor/site-frame/documents/document-meta'
import { MarkdownText } from '@freeor/site-frame/documents/markdown-text'
import { readKeptMarkdown } from '@freeor/site-frame/documents/read-markdown'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import { PageHead } from '../public/page-head.tsx'
import { Plate } from '../public/plate.tsx'
import { type Documents, listDocuments, readSitePage } from '../public/site-documents.ts'
import text from '../public/text-page.module.css'
import { texts } from '../texts.ts'
import type { Route } from './+types/about'
import classes from './about.module.css'

export const meta = documentMeta<typeof loader>()

type Person = Documents<'bios'>[number] & { readonly about: readonly MarkdownNode[] }

export async function loader({ context }: Pick<Route.LoaderArgs, 'context'>) {
  const api = serverApi(context)
  const [page, bios] = await forPage(
    context,
    Promise.all([readSitePage(api, 'about'), listDocuments(api, 'bios')]),
  )
  const people: Person[] = await Promise.all(
    bios.map(async (bio) => ({ ...bio, about: await readKeptMarkdown(bio.data.about) })),
  )
  return { page, people, body: await readKeptMarkdown(page.data.body) }
}

function Bio({ person: { name, data, about } }: { person: Person }) {
  return (
    <li className={classes.person}>
      {data.picture ? <Plate picture={data.picture} width={240} height={280} /> : null}
      <div>
        <h3>
          {name} {data.isSample ? <span className={classes.sample}>{texts.about.sample}</span> : null}
        </h3>
        <p className={classes.role}>{data.role}</p>
        <div className={classes.about}>
          <MarkdownText nodes={about} />
        </div>
      </div>
    </li>
  )
}

function Group({ title, people }: { title: string; people: readonly Person[] }) {
  if (people.length === 0) return null
  return (
    <section className={classes.group}>
      <h2>{title}</h2>
      <ul>
        {people.map((person) => (
          <Bio key={person.id} person={person} />
        ))}
      </ul>
    </section>
  )
}

export default function About({ loaderData: { page, people, body } }: Route.ComponentProps) {
  const of = (group: Person['data']['group']) => people.filter(({ data }) => data.group === group)
  return (
    <>
      <PageHead title={page.name} lead={page.data.lead} />
      <div className={classes.page}>
        <Group title={texts.about.lecturers} people={of('Lecturers')} />
        <Group title={texts.about.staff} people={of('Staff')} />
      </div>
      <div className={text.text}>
        <MarkdownText nodes={body} />
      </div>
    </>
  )
}
