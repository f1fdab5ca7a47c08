import { formatCount, formatShare } from '@freeor/ui/format'
import { Table, Text, Title } from '@mantine/core'
import type { Quality } from '../api/quality.ts'
import { texts } from '../texts.ts'
import classes from './quality.module.css'

const words = texts.quality

function ColumnRow({ column, leads }: { column: Quality['columns'][number]; leads: number }) {
  const share = column.filled / leads
  return (
    <Table.Tr>
      <Table.Th scope="row">
        {column.label}
        {column.contact ? (
          <Text size="sm" c="dimmed">
            {words.contact}
          </Text>
        ) : null}
      </Table.Th>
      <Table.Td className={classes.share}>
        <span className={classes.track} aria-hidden="true">
          <span className={classes.fill} style={{ width: `${100 * share}%` }} />
        </span>
        {formatShare(share)}
      </Table.Td>
      <Table.Td className={classes.figure}>{formatCount(column.filled)}</Table.Td>
      <Table.Td className={classes.figure}>
        {column.distinct === null ? words.none : formatCount(column.distinct)}
      </Table.Td>
    </Table.Tr>
  )
}

/** How many leads have a value in each column, and which numbers are on the do-not-call registry. */
export function FilledCells({ quality: { columns, leads } }: { quality: Quality }) {
  const marked = columns.filter(({ doNotCall }) => doNotCall !== null)
  return (
    <section aria-labelledby="filled-cells">
      <Title order={2} id="filled-cells" mb="md">
        {words.columns}
      </Title>
      <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-labelledby="filled-cells">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.column}</Table.Th>
              <Table.Th>{words.share}</Table.Th>
              <Table.Th className={classes.figure}>{words.filled}</Table.Th>
              <Table.Th className={classes.figure}>{words.distinct}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {columns.map((column) => (
              <ColumnRow key={column.key} column={column} leads={leads} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {marked.map(({ key, label, doNotCall, filled }) => (
        <Text key={key} mt="sm">
          {words.onRegistry(label, formatCount(doNotCall ?? 0), formatCount(filled))}
        </Text>
      ))}
    </section>
  )
}
