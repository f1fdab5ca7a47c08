import { Button, FileButton } from '@mantine/core'
import { type DragEvent, useRef, useState } from 'react'
import { certificateTexts as texts } from '../texts/certificates.ts'
import { CheckResult } from './check-result.tsx'
import type { Described } from './describe-check.ts'
import { Notice } from './notice.tsx'
import classes from './verify-drop.module.css'

type State =
  | { kind: 'waiting' }
  | { kind: 'reading' }
  | { kind: 'failed' }
  | { kind: 'found'; found: Described }

async function resultOf(file: File): Promise<State> {
  try {
    // With the libraries that canonize credentials, which the page does not need otherwise.
    const { checkFile } = await import('./check-file.ts')
    return { kind: 'found', found: await checkFile(file) }
  } catch {
    return { kind: 'failed' }
  }
}

/** A place to drop a certificate's file: it is valid, or what differs is named. */
export function VerifyDrop() {
  const [state, setState] = useState<State>({ kind: 'waiting' })
  const [isOver, setIsOver] = useState(false)
  const newest = useRef<File>(undefined)

  async function check(file: File | null | undefined) {
    if (!file) return
    newest.current = file
    setState({ kind: 'reading' })
    const next = await resultOf(file)
    // The check of a large file may end after that of a newer one.
    if (newest.current === file) setState(next)
  }

  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setIsOver(is)
  }
  return (
    <div className={classes.verify}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut of the button inside */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={over(true)}
        onDragLeave={over(false)}
        onDrop={(event) => {
          over(false)(event)
          void check(event.dataTransfer.files[0])
        }}
      >
        <p>{texts.verify.lead}</p>
        <FileButton onChange={(file) => void check(file)} accept=".pdf,.png,.svg,.json,.jwt,.txt">
          {(props) => (
            <Button {...props} size="md" loading={state.kind === 'reading'}>
              {texts.verify.choose}
            </Button>
          )}
        </FileButton>
        <noscript>
          <p>{texts.verify.noScript}</p>
        </noscript>
      </div>
      {state.kind === 'found' ? <CheckResult found={state.found} /> : null}
      {state.kind === 'failed' ? (
        <div role="alert">
          <Notice isGood={false} title={texts.verify.failed} />
        </div>
      ) : null}
    </div>
  )
}
