import { Anchor, Button, Title } from '@mantine/core'
import { certificateTexts as texts } from '../texts/certificates.ts'
import classes from './certificate-files.module.css'

/** The files of a certificate. Plain links: they work without script. */
export function CertificateFiles({ serial }: { serial: string }) {
  const at = (file: string) => `/api/certificates/${serial}/${file}`
  const { files } = texts
  const more = [
    ['badge', files.png],
    ['badge?format=svg', files.svg],
    ['credential', files.credential],
    ['credential?form=jwt', files.jwt],
    ['credential?form=did-key', files.didKey],
  ] as const
  return (
    <section aria-labelledby="files" className={classes.files}>
      <Title order={2} id="files" size="h3">
        {files.title}
      </Title>
      <Button component="a" href={at('pdf')} size="lg" className={classes.pdf}>
        {files.pdf}
      </Button>
      <ul className={classes.more}>
        {more.map(([file, label]) => (
          <li key={file}>
            <Anchor href={at(file)}>{label}</Anchor>
          </li>
        ))}
      </ul>
      <p className={classes.note}>{files.more}</p>
    </section>
  )
}
