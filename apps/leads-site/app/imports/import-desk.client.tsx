import { failureText } from '@freeor/site-frame/errors/failure-text'
import '@mantine/dropzone/styles.css'
import type { Dictionary } from '@freeor/leads/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useUnsavedWork } from '@freeor/site-frame/frame/unsaved-work'
import { formatBytes, formatShare } from '@freeor/ui/format'
import { Alert, Button, Progress, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import IconFileImport from '@tabler/icons-react/dist/esm/icons/IconFileImport.mjs'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Upload } from 'tus-js-client'
import {
  type ImportProposal,
  type ImportRun,
  proposeImport,
  startImport,
  uploadEndpoint,
} from '../api/imports.ts'
import { texts } from '../texts.ts'
import { ImportProgress } from './import-progress.tsx'
import classes from './imports.module.css'
import { ProposalForm } from './proposal-form.tsx'

/** A proposal, and the dataset whose columns it took. */
type Proposed = ImportProposal & { dictId?: string }

type Step =
  | { at: 'file'; failure?: string }
  | { at: 'upload'; file: File; sent: number }
  | { at: 'reading' }
  | { at: 'proposal'; uploadId: string; proposal: Proposed; failure?: string }
  | { at: 'running'; run: ImportRun }

/** From a dropped file to a dataset that can be searched. */
export function ImportDesk({ dictionaries }: { dictionaries: readonly Dictionary[] }) {
  const [step, setStep] = useState<Step>({ at: 'file' })
  const upload = useRef<Upload>(undefined)
  const revalidator = useRevalidator()

  const read = (uploadId: string) => {
    setStep({ at: 'reading' })
    proposeImport(browserApi(), uploadId).then(
      (proposal) => setStep({ at: 'proposal', uploadId, proposal }),
      (error: unknown) => setStep({ at: 'file', failure: failureText(error) }),
    )
  }
  const send = (file: File) => {
    setStep({ at: 'upload', file, sent: 0 })
    const sending = new Upload(file, {
      endpoint: uploadEndpoint,
      retryDelays: [0, 1000, 3000, 5000],
      chunkSize: 16 * 1024 * 1024,
      metadata: { filename: file.name, filetype: file.type },
      removeFingerprintOnSuccess: true,
      onProgress: (sent) => setStep({ at: 'upload', file, sent }),
      onError: () => setStep({ at: 'file', failure: texts.imports.uploadFailed }),
      onSuccess: () => read(sending.url?.split('/').at(-1) ?? ''),
    })
    upload.current = sending
    // An interrupted upload continues where it stopped.
    sending.findPreviousUploads().then(
      ([previous]) => {
        if (previous) sending.resumeFromPreviousUpload(previous)
        sending.start()
      },
      () => sending.start(),
    )
  }
  const stop = () => {
    void upload.current?.abort(true)
    setStep({ at: 'file' })
  }
  switch (step.at) {
    case 'file':
      return <FileStep failure={step.failure} onFile={send} />
    case 'upload':
      return <UploadStep file={step.file} sent={step.sent} onStop={stop} />
    case 'reading':
      return <Text role="status">{texts.imports.reading}</Text>
    case 'proposal':
      return (
        <ProposalForm
          proposal={step.proposal}
          failure={step.failure}
          key={step.proposal.dictId}
          dictionaries={dictionaries}
          onBack={() => setStep({ at: 'file' })}
          onTakeColumns={(dictId) => {
            proposeImport(browserApi(), step.uploadId, dictId).then(
              (proposal) => setStep({ ...step, proposal: { ...proposal, dictId } }),
              (error: unknown) => setStep({ ...step, failure: failureText(error) }),
            )
          }}
          onStart={(order) => {
            startImport(browserApi(), { uploadId: step.uploadId, ...order }).then(
              (run) => setStep({ at: 'running', run }),
              (error: unknown) => setStep({ ...step, failure: failureText(error) }),
            )
          }}
        />
      )
    default:
      return (
        <ImportProgress
          first={step.run}
          onAnother={() => setStep({ at: 'file' })}
          onEnd={() => void revalidator.revalidate()}
        />
      )
  }
}

function FileStep({ failure, onFile }: { failure: string | undefined; onFile: (file: File) => void }) {
  return (
    <div className={classes.stack}>
      {failure ? (
        <Alert color="orange" role="alert">
          {failure}
        </Alert>
      ) : null}
      <Dropzone
        multiple={false}
        className={classes.drop}
        inputProps={{ 'aria-label': texts.imports.drop }}
        onDrop={([file]) => {
          if (file) onFile(file)
        }}
      >
        <IconFileImport size={32} aria-hidden />
        <Text fw={600}>{texts.imports.drop}</Text>
        <Text size="sm" c="dimmed">
          {texts.imports.choose}
        </Text>
      </Dropzone>
    </div>
  )
}

function UploadStep({ file, sent, onStop }: { file: File; sent: number; onStop: () => void }) {
  useUnsavedWork(true)
  const share = file.size === 0 ? 1 : sent / file.size
  return (
    <div className={classes.stack}>
      <Text role="status">{texts.imports.uploading(file.name)}</Text>
      <Progress value={share * 100} aria-label={texts.imports.uploading(file.name)} />
      <Text size="sm" c="dimmed" className={classes.figures}>
        {formatShare(share)} · {formatBytes(sent)} / {formatBytes(file.size)}
      </Text>
      <Button variant="default" onClick={onStop} w="fit-content">
        {texts.saved.cancel}
      </Button>
    </div>
  )
}
