import { Bars } from '@freeor/ui/bars'
import { formatCount, formatDate } from '@freeor/ui/format'
import { Table, Text, Title } from '@mantine/core'
import type { Quality } from '../api/quality.ts'
import { texts } from '../texts.ts'
import classes from './quality.module.css'

const words = texts.quality
const figures = [
  'rowsIn',
  'rowsStored',
  'rowsRejected',
  'rowsOptedOut',
  'duplicates',
  'added',
  'changed',
  'gone',
] as const

/** What the imports made of their files. */
export function ImportFigures({ quality: { imports, columns } }: { quality: Quality }) {
  const labelOf = (key: string) => columns.find((column) => column.key === key)?.label ?? key
  const unreadable = imports[0]?.unreadable ?? []
  const rejected = imports[0]?.rejectedBy ?? []
  return (
    <section aria-labelledby="imports">
      <Title order={2} id="imports">
        {words.imports}
      </Title>
      <Text c="dimmed" mb="md">
        {imports.length === 0 ? words.noImports : words.importsLead}
      </Text>
      {imports.length === 0 ? null : (
        <Table.ScrollContainer minWidth={760} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table aria-labelledby="imports">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.version}</Table.Th>
                <Table.Th>{words.imported}</Table.Th>
                {figures.map((figure) => (
                  <Table.Th key={figure} className={classes.figure}>
                    {words[figure]}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {imports.map((one) => (
                <Table.Tr key={one.version}>
                  <Table.Th scope="row">{formatCount(one.version)}</Table.Th>
                  <Table.Td>{formatDate(one.importedAt)}</Table.Td>
                  {figures.map((figure) => (
                    <Table.Td key={figure} className={classes.figure}>
                      {formatCount(one[figure])}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {rejected.length === 0 ? null : (
        <section aria-label={words.rejectedBy}>
          <Title order={3} size="h4" mt="md" mb="xs">
            {words.rejectedBy}
          </Title>
          <Bars
            label={words.rejectedBy}
            bars={rejected.map(({ kind, rows }) => ({ value: words.reasons[kind], count: rows }))}
          />
        </section>
      )}
      {unreadable.length === 0 ? null : (
        <Text mt="md">
          {words.unreadable}:{' '}
          {unreadable
            .map(({ key, cells }) => words.unreadableIn(labelOf(key), formatCount(cells)))
            .join('; ')}
        </Text>
      )}
    </section>
  )
}
