import { forPage } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import { requireSuperAdmin } from '@freeor/site-frame/frame/visitor'
import { formatTime } from '@freeor/ui/format'
import { Button, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { getMail } from '../api/mail.ts'
import { SiteFrame } from '../components/site-frame.tsx'
import { texts } from '../texts.ts'
import type { Route } from './+types/admin-mail-message'
import classes from './admin.module.css'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: texts.titleOf(loaderData?.mail.subject ?? texts.admin.mail) },
]

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = serverApi(context)
  await requireSuperAdmin(context, api)
  return { mail: await forPage(context, getMail(api, params.mailId)) }
}

export default function AdminMailMessage({ loaderData }: Route.ComponentProps) {
  const { mail } = loaderData
  const [isHtmlShown, setHtmlShown] = useState(false)
  return (
    <SiteFrame>
      <div className={classes.page}>
        <div>
          <Link to="/admin/mail">{texts.admin.back}</Link>
          <Title order={1} mt="sm">
            {mail.subject}
          </Title>
          <Text c="dimmed">
            {texts.admin.to}: {mail.to} · {mail.state} · {formatTime(mail.sentAt ?? mail.createdAt)}
          </Text>
        </div>
        <section aria-labelledby="mail-text">
          <Title order={2} id="mail-text" mb="sm">
            {texts.admin.text}
          </Title>
          <pre className={classes.plain}>{mail.text}</pre>
        </section>
        {isHtmlShown ? (
          // Sandboxed: a mail's markup runs nothing here and reads nothing of this page.
          <iframe className={classes.frame} sandbox="" srcDoc={mail.html} title={texts.admin.html} />
        ) : (
          <Button variant="default" w="fit-content" onClick={() => setHtmlShown(true)}>
            {texts.admin.showHtml}
          </Button>
        )}
      </div>
    </SiteFrame>
  )
}
