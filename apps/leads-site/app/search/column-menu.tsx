import type { Column } from '@freeor/leads/schema'
import { ActionIcon, Button, Checkbox, Popover, Text } from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconColumns3 from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs'
import { texts } from '../texts.ts'
import classes from './panels.module.css'
import type { ColumnState, Keeping } from './use-column-choice.ts'

export type ColumnChoiceProps = {
  columns: readonly Column[]
  /** Keys of the chosen columns, in order. */
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

const swapped = (keys: readonly string[], a: number, b: number): string[] =>
  keys.map((key, i) => (i === a ? keys[b] : i === b ? keys[a] : key) ?? key)

/** Which columns and in which order: chosen ones first, movable by keyboard. */
export function ColumnChoice({ columns, chosen, onChange }: ColumnChoiceProps) {
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const rest = columns.filter((column) => !chosen.includes(column.key))
  return (
    <ul className={classes.columnChoice}>
      {chosen.map((key, i) => {
        const label = byKey.get(key)?.label ?? key
        return (
          <li key={key}>
            <Checkbox
              size="xs"
              label={label}
              checked
              disabled={chosen.length === 1}
              onChange={() => onChange(chosen.filter((each) => each !== key))}
            />
            <span className={classes.moves}>
              <ActionIcon
                size={24}
                variant="subtle"
                color="gray"
                disabled={i === 0}
                aria-label={texts.search.moveUp(label)}
                onClick={() => onChange(swapped(chosen, i, i - 1))}
              >
                <IconArrowUp size={14} aria-hidden />
              </ActionIcon>
              <ActionIcon
                size={24}
                variant="subtle"
                color="gray"
                disabled={i === chosen.length - 1}
                aria-label={texts.search.moveDown(label)}
                onClick={() => onChange(swapped(chosen, i, i + 1))}
              >
                <IconArrowDown size={14} aria-hidden />
              </ActionIcon>
            </span>
          </li>
        )
      })}
      {rest.map((column) => (
        <li key={column.key}>
          <Checkbox
            size="xs"
            label={column.label}
            checked={false}
            onChange={() => onChange([...chosen, column.key])}
          />
        </li>
      ))}
    </ul>
  )
}

export type ColumnMenuProps = ColumnChoiceProps & { state: ColumnState }

const keepingTexts: Readonly<Record<Keeping, string>> = {
  waiting: texts.search.columnsKeeping,
  kept: texts.search.columnsKept,
  failed: texts.search.columnsNotKept,
}

/** Back by one choice, and back to the dictionary's own columns. */
function ColumnReset({ state: { undo, isOwn, keeping, choose } }: { state: ColumnState }) {
  return (
    <div className={classes.columnReset}>
      <Button size="compact-xs" variant="default" disabled={undo === undefined} onClick={undo}>
        {texts.search.undoColumns}
      </Button>
      <Button size="compact-xs" variant="default" disabled={isOwn} onClick={() => choose(null)}>
        {texts.search.resetColumns}
      </Button>
      <Text size="xs" c="dimmed" role="status">
        {keepingTexts[keeping]}
      </Text>
    </div>
  )
}

/** The table's column choice, behind a button. */
export function ColumnMenu({ columns, state, ...choice }: ColumnMenuProps) {
  return (
    <Popover position="bottom-end" width={280} trapFocus withRoles>
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<IconColumns3 size={14} aria-hidden />}>
          {texts.search.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah={420} style={{ overflowY: 'auto' }} aria-label={texts.search.columnsTitle}>
        <ColumnReset state={state} />
        <ColumnChoice columns={columns} {...choice} />
      </Popover.Dropdown>
    </Popover>
  )
}
