import { useReturnFocus } from '@freeor/ui/use-return-focus'
import { Modal, type ModalProps } from '@mantine/core'
import { type ReactNode, use, useState } from 'react'
import { LeaveQuestion } from './leave-question.tsx'
import { discardTexts } from './leave-texts.ts'
import { PageAsksContext, UnsavedWorkProvider, useNotedWork, useUnsavedWork } from './unsaved-work.ts'

export type FormDialogProps = {
  title: string
  /** What the button at its top is called. */
  closeLabel: string
  size?: ModalProps['size']
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog box that is there while it is open. Escape, a click beside it and the button at its top ask first where
 * something in it would be lost (`useUnsavedWork`); its own Cancel is an answer and does not.
 */
export function FormDialog({ title, closeLabel, size, onClose, children }: FormDialogProps) {
  useReturnFocus()
  const [isAsked, setAsked] = useState(false)
  const pageAsks = use(PageAsksContext)
  const { texts, note } = useNotedWork()
  // The page it is on would be left with it.
  useUnsavedWork(texts !== undefined)
  return (
    <UnsavedWorkProvider value={note}>
      <Modal
        opened
        onClose={texts ? () => setAsked(true) : onClose}
        // The question above it takes the key.
        closeOnEscape={!isAsked && !pageAsks}
        title={title}
        closeButtonProps={{ 'aria-label': closeLabel }}
        {...(size === undefined ? {} : { size })}
      >
        {children}
      </Modal>
      {isAsked ? (
        <LeaveQuestion texts={discardTexts} onStay={() => setAsked(false)} onLeave={onClose} />
      ) : null}
    </UnsavedWorkProvider>
  )
}
