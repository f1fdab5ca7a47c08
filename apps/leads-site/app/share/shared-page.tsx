import type { Answer } from '@freeor/site-frame/frame/answer'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { useSiteData } from '@freeor/site-frame/frame/site-data'
import { formatDate } from '@freeor/ui/format'
import { Button, PasswordInput, Title } from '@mantine/core'
import { Form, Link } from 'react-router'
import type { NamedShare, SharedAnswer, SharedSearch } from '../api/shares.ts'
import { writeSearch } from '../search/search-url.ts'
import { texts } from '../texts.ts'
import { DeadLink } from './dead-link.tsx'
import classes from './share.module.css'
import { SharedResult } from './shared-result.tsx'
import { useLiveLink } from './use-live-link.ts'

const words = texts.shared

export type SharedPageProps = {
  named: NamedShare
  answer: SharedAnswer
  /** Why the last form was refused. */
  refusal: Answer | undefined
}

/** Opening a link that has a password, or a number of visits: a program that only follows links does not get past it. */
function Gate({ needsPassword }: { needsPassword: boolean }) {
  return (
    <Form method="post" className={classes.gate}>
      <p className={classes.note}>{needsPassword ? words.needsPassword : words.guarded}</p>
      {needsPassword ? (
        <PasswordInput label={words.password} name="password" required autoComplete="off" />
      ) : null}
      <Button type="submit" w="fit-content">
        {words.open}
      </Button>
    </Form>
  )
}

/** The same page again, with the pass of this visit: it is not counted anew after signing up. */
function pathOf({ kind, token, owner, link }: NamedShare, pass: string | undefined): string {
  const params = new URLSearchParams(
    token === undefined
      ? { kind, link: link ?? '' }
      : { [kind]: token, [kind === 'savedSearch' ? 'uid' : 'aid']: owner ?? '' },
  )
  if (pass) params.set('pass', pass)
  return `/share/search?${params}`
}

function SignUpCall({ next }: { next: string }) {
  const after = `?next=${encodeURIComponent(next)}`
  return (
    <section className={classes.call} aria-labelledby="sign-up">
      <Title order={2} size="h3" id="sign-up">
        {words.callTitle}
      </Title>
      <p>{words.call}</p>
      <div className={classes.actions}>
        <Button component={Link} to={`/signup${after}`}>
          {words.signup}
        </Button>
        <Button component={Link} to={`/login${after}`} variant="default">
          {words.login}
        </Button>
      </div>
    </section>
  )
}

type MemberActionsProps = { search: SharedSearch; isOfDownload: boolean; pass: string | undefined }

/** For whoever is logged in and was given more than a look. */
function MemberActions({ search, isOfDownload, pass }: MemberActionsProps) {
  const { dictId, filter, dslFilter, dataVersion } = search
  const params = writeSearch({
    ...{ filter, dslFilter, q: '', sort: [], columns: null, view: null, savedSearch: null, uid: null },
    show: null,
    asOf: isOfDownload ? dataVersion : null,
  })
  return (
    <Form method="post" className={classes.actions}>
      <input type="hidden" name="intent" value="copy" />
      <input type="hidden" name="pass" value={pass ?? ''} />
      <Button type="submit">{words.copy}</Button>
      {search.problem === null ? (
        <Button component={Link} to={`/_search/${dictId}?${params}`} variant="default">
          {words.openIn}
        </Button>
      ) : null}
    </Form>
  )
}

/** The page that a share link opens: for strangers a covered preview and a call to sign up, for members a copy. */
export function SharedPage({ named, answer, refusal }: SharedPageProps) {
  const isSignedIn = Boolean(useSiteData()?.me.user)
  const { search, kind, access, isOwn } = answer
  const live = useLiveLink(answer.pass ? { ...named, pass: answer.pass } : named, search !== null)
  const pass = answer.pass ?? live.pass
  if (live.isDead) return <DeadLink />
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <p className={classes.by}>{isOwn ? words.own : words.by(answer.by)}</p>
        <Title order={1}>{search?.searchName ?? words.title}</Title>
      </header>
      <AnswerNote answer={refusal} />
      {search === null ? <Gate needsPassword={answer.needsPassword} /> : <SharedResult search={search} />}
      {isSignedIn && search !== null && access === 'copy' ? (
        <MemberActions search={search} isOfDownload={kind === 'downloadSearch'} pass={pass} />
      ) : null}
      {isSignedIn && access === 'look' ? <p className={classes.note}>{words.lookOnly}</p> : null}
      {isSignedIn ? null : <SignUpCall next={pathOf(named, pass)} />}
      <p className={classes.note}>{words.until(formatDate(answer.expiresAt))}</p>
    </div>
  )
}
