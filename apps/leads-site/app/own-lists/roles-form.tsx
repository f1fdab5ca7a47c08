import type { OwnList } from '@freeor/leads/own-lists/schema'
import type { Dictionary } from '@freeor/leads/schema'
import { Table } from '@freeor/ui/table'
import { Button, NativeSelect, Text } from '@mantine/core'
import { Form, useNavigation } from 'react-router'
import { texts } from '../texts.ts'
import classes from './own-lists.module.css'

const words = texts.ownLists

const choices = [
  { value: '', label: words.nothing },
  ...Object.entries(words.role).map(([value, label]) => ({ value, label })),
]

export type RolesFormProps = {
  list: OwnList
  dictionaries: readonly Pick<Dictionary, 'dictId' | 'name'>[]
  dictId: string | undefined
}

/** What each column holds, and the dataset to compare with. */
export function RolesForm({ list, dictionaries, dictId }: RolesFormProps) {
  const isBusy = useNavigation().state === 'submitting'
  const rows = list.columns.map(({ header, role, examples }, index) => ({
    key: `${index} ${header}`,
    cells: [
      header,
      <span key="examples" className={classes.note}>
        {examples.join(' · ')}
      </span>,
      <NativeSelect
        key="role"
        name="role"
        size="xs"
        aria-label={words.holdsLabel(header)}
        data={choices}
        defaultValue={role ?? ''}
      />,
    ],
  }))
  return (
    <Form method="post" className={classes.form}>
      <Table
        label={words.columns}
        columns={[words.column, words.examples, words.holds]}
        empty=""
        rows={rows}
        hasRowHeads
      />
      <NativeSelect
        label={words.dataset}
        name="dictId"
        w="fit-content"
        data={dictionaries.map((one) => ({ value: one.dictId, label: one.name }))}
        defaultValue={dictId}
      />
      {isBusy ? (
        <Text size="sm" role="status">
          {words.matching}
        </Text>
      ) : null}
      <Button type="submit" w="fit-content" loading={isBusy}>
        {words.match}
      </Button>
    </Form>
  )
}
