import type { CertificateAnswer } from '@freeor/courses/certificates/schema'
import { Title } from '@mantine/core'
import { certificateTexts as texts } from '../texts/certificates.ts'
import classes from './certificate-sheet.module.css'
import { shownDay } from './describe-check.ts'

type Props = { certificate: CertificateAnswer }

function Lessons({ lessons }: Pick<CertificateAnswer, 'lessons'>) {
  const { lesson, quiz, score, date } = texts.columns
  return (
    <div className={classes.scroll}>
      <table className={classes.lessons}>
        <caption>{texts.lessons}</caption>
        <thead>
          <tr>
            <th scope="col">{lesson}</th>
            <th scope="col">{quiz}</th>
            <th scope="col" className={classes.number}>
              {score}
            </th>
            <th scope="col">{date}</th>
          </tr>
        </thead>
        <tbody>
          {lessons.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of a signed list never changes
            <tr key={at}>
              <th scope="row" dir="auto">
                {one.title}
              </th>
              <td dir="auto" data-label={quiz}>
                {one.quizName}
              </td>
              <td className={classes.number} data-label={score}>
                {texts.score(one.score, one.questions)}
              </td>
              <td className={classes.date} data-label={date}>
                {shownDay(one.gradedAt)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Everything that a certificate says, as text: what its PDF shows, for everybody. */
export function CertificateSheet({ certificate }: Props) {
  const { fields } = texts
  return (
    <article className={classes.sheet} aria-labelledby="certificate">
      <p className={classes.issuer}>{certificate.issuerName}</p>
      <Title order={1} id="certificate" className={classes.heading}>
        {texts.heading}
      </Title>
      <p className={classes.quiet}>{texts.certifies}</p>
      <p className={classes.name} dir="auto" data-missing={certificate.learnerName === null || undefined}>
        {certificate.learnerName ?? texts.noName}
      </p>
      <p className={classes.quiet}>{texts.completed}</p>
      <p className={classes.course} dir="auto">
        {certificate.courseName}
      </p>
      <Lessons lessons={certificate.lessons} />
      <dl className={classes.fields}>
        <div>
          <dt>{fields.issuedAt}</dt>
          <dd>{shownDay(certificate.issuedAt)}</dd>
        </div>
        <div>
          <dt>{fields.serial}</dt>
          <dd>{certificate.serial}</dd>
        </div>
        {certificate.key ? (
          <div className={classes.wide}>
            <dt>{fields.key}</dt>
            <dd>
              <code>{certificate.key}</code>
              <br />
              <span className={classes.quiet}>{fields.keyMore}</span>
            </dd>
          </div>
        ) : null}
      </dl>
    </article>
  )
}
