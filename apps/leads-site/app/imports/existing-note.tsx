import { isReplacement } from '@freeor/leads/import/columns/replaced-columns'
import type { Column, Dictionary } from '@freeor/leads/schema'
import { Alert, Button, Checkbox, Text } from '@mantine/core'
import { texts } from '../texts.ts'
import { compareColumns } from './compare-columns.ts'

export type ExistingNoteProps = {
  existing: Pick<Dictionary, 'name' | 'version' | 'columns'>
  columns: readonly Column[]
  onTakeColumns: () => void
}

/** The id belongs to a dataset already: what a new version does to its columns. */
export function ExistingNote({ existing, columns, onTakeColumns }: ExistingNoteProps) {
  const { kept, otherKind, added, gone } = compareColumns(existing.columns, columns)
  const lines: [string, string[]][] = [
    [texts.imports.columnsKept, kept],
    [texts.imports.columnsOtherKind, otherKind],
    [texts.imports.columnsNew, added],
    [texts.imports.columnsGone, gone],
  ]
  return (
    <Alert color="accent" title={texts.imports.newVersion(existing.name, existing.version + 1)} role="status">
      {lines
        .filter(([, labels]) => labels.length > 0)
        .map(([heading, labels]) => (
          <Text size="sm" key={heading}>
            <b>{heading}</b> {labels.join(', ')}
          </Text>
        ))}
      {isReplacement(existing.columns, columns) ? (
        <Checkbox name="isReplacement" label={texts.imports.replace} required mt="sm" />
      ) : null}
      <Button variant="default" size="xs" mt="sm" onClick={onTakeColumns}>
        {texts.imports.takeColumns}
      </Button>
    </Alert>
  )
}
