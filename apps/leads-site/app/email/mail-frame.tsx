import { Button, SegmentedControl, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { emailTexts } from '../texts/email.ts'
import classes from './email.module.css'

const words = emailTexts
const remotePicture = /(<img\b[^>]*?\s)src(\s*=\s*["']?\s*https?:)/gi

/** Not asked for until somebody wants them: a picture from elsewhere tells its server who looks. */
const withoutRemotePictures = (html: string) => html.replaceAll(remotePicture, '$1data-src$2')

/** The mail in a frame without scripts, as wide as a desktop's or a phone's. */
export function MailFrame({ html }: { html: string }) {
  const [width, setWidth] = useState<'desktop' | 'mobile'>('desktop')
  const [isRemoteShown, setRemoteShown] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const hasRemote = html.search(remotePicture) >= 0
  // Sent once its frame is there. A frame that loses its `srcDoc` goes to an empty page, in place of the form's answer.
  useEffect(() => {
    if (isRemoteShown) form.current?.submit()
  }, [isRemoteShown])
  return (
    <div className={classes.shown}>
      <SegmentedControl
        aria-label={words.width}
        value={width}
        onChange={setWidth}
        data={[
          { value: 'desktop', label: words.desktop },
          { value: 'mobile', label: words.mobile },
        ]}
      />
      {hasRemote && !isRemoteShown ? (
        <div className={classes.remote}>
          <Text size="sm">{words.remoteHint}</Text>
          <Button variant="default" size="xs" onClick={() => setRemoteShown(true)}>
            {words.remote}
          </Button>
        </div>
      ) : null}
      {/* A page of its own, because this page's rules let no picture from elsewhere in. */}
      <form ref={form} method="post" action="/api/email/preview/page" target="mail-frame" hidden>
        <input type="hidden" name="html" value={html} />
      </form>
      <iframe
        key={isRemoteShown ? 'page' : 'text'}
        name="mail-frame"
        className={classes.frame}
        data-width={width}
        sandbox=""
        srcDoc={isRemoteShown ? undefined : withoutRemotePictures(html)}
        title={words.frame}
      />
    </div>
  )
}
