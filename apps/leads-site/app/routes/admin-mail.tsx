import { forPage } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import { requireSuperAdmin } from '@freeor/site-frame/frame/visitor'
import { formatTime } from '@freeor/ui/format'
import { Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { listMails } from '../api/mail.ts'
import { SiteFrame } from '../components/site-frame.tsx'
import { texts } from '../texts.ts'
import type { Route } from './+types/admin-mail'
import classes from './admin.module.css'

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(texts.admin.mail) }]

export async function loader({ context }: Route.LoaderArgs) {
  const api = serverApi(context)
  await requireSuperAdmin(context, api)
  return { mails: await forPage(context, listMails(api)) }
}

export default function AdminMail({ loaderData }: Route.ComponentProps) {
  const { mails } = loaderData
  return (
    <SiteFrame>
      <div className={classes.page}>
        <Title order={1}>{texts.admin.mail}</Title>
        <Text>{texts.admin.mailLead}</Text>
        {mails.length === 0 ? <Text c="dimmed">{texts.admin.noMail}</Text> : null}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to take focus */}
        <section className={classes.scroll} tabIndex={0} aria-label={texts.admin.mail}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{texts.admin.when}</th>
                <th scope="col">{texts.admin.to}</th>
                <th scope="col">{texts.admin.subject}</th>
                <th scope="col">{texts.admin.state}</th>
              </tr>
            </thead>
            <tbody>
              {mails.map((mail) => (
                <tr key={mail.id}>
                  <td>{formatTime(mail.createdAt)}</td>
                  <td>{mail.to}</td>
                  <td>
                    <Link to={`/admin/mail/${mail.id}`}>{mail.subject}</Link>
                  </td>
                  <td>{mail.lastError ? `${mail.state}: ${mail.lastError}` : mail.state}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
    </SiteFrame>
  )
}
