import { Stack, Text } from '@mantine/core'
import { Pane } from '../frame/pane.tsx'
import type { Theirs } from '../frame/use-merged-form.ts'
import { contentTexts } from './content-texts.ts'
import classes from './document-form.module.css'
import { labelOf } from './field-label.ts'

/** What the other editor wrote, where both changed the same. */
export function TheirTexts({ fields }: { fields: Theirs }) {
  const words = contentTexts
  return (
    <Pane title={words.conflict} lead={words.conflictLead}>
      <Stack gap="md">
        {fields.map(({ name, text }) => (
          <section key={name} aria-label={words.theirs(labelOf(name))}>
            <Text fw={600}>{words.theirs(labelOf(name))}</Text>
            <pre className={classes.theirs}>{text}</pre>
          </section>
        ))}
      </Stack>
    </Pane>
  )
}
