import type { Dictionary } from '@freeor/leads/schema'
import { useRootData } from '@freeor/site-frame/frame/root-data'
import { Anchor, Badge, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import { ColumnChoice } from '../search/column-menu.tsx'
import { texts } from '../texts.ts'
import { type Choice, type Format, isWhole } from './download-choice.ts'
import classes from './downloads.module.css'

const formats: { value: Format; label: string }[] = [
  { value: 'csv', label: texts.downloads.csv },
  { value: 'csv-bom', label: texts.downloads.csvBom },
  { value: 'xlsx', label: texts.downloads.xlsx },
  { value: 'jsonl', label: texts.downloads.jsonl },
  { value: 'parquet', label: texts.downloads.parquet },
]

type ChoiceFormProps = { dictionary: Dictionary; choice: Choice; onChange: (choice: Choice) => void }

/** Name, format, size and columns of a file. */
export function ChoiceForm({ dictionary, choice, onChange }: ChoiceFormProps) {
  const maySuppress = useRootData()?.me.allowance?.searchSuppressions ?? false
  const set = (patch: Partial<Choice>) => onChange({ ...choice, ...patch })
  const isBad = choice.limit !== '' && !isWhole(choice.limit)
  return (
    <div className={classes.choice}>
      <TextInput
        label={texts.downloads.name}
        value={choice.searchName}
        maxLength={120}
        onChange={(event) => set({ searchName: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <NativeSelect
          label={texts.downloads.format}
          data={formats}
          value={choice.format}
          onChange={(event) => {
            const format = formats.find((each) => each.value === event.currentTarget.value)
            if (format) set({ format: format.value })
          }}
        />
        <TextInput
          label={texts.downloads.limit}
          placeholder={texts.downloads.limitHint}
          inputMode="numeric"
          value={choice.limit}
          error={isBad ? texts.downloads.limitBad : undefined}
          onChange={(event) => set({ limit: event.currentTarget.value.trim() })}
        />
      </div>
      <div className={classes.suppress}>
        <Checkbox
          label={texts.downloads.suppress}
          disabled={!maySuppress}
          checked={choice.suppressOwned}
          onChange={(event) => set({ suppressOwned: event.currentTarget.checked })}
        />
        {maySuppress ? null : (
          <Badge
            component={Link}
            to="/pricing"
            title={texts.downloads.upgradeHint}
            className={classes.upgrade}
          >
            {texts.downloads.upgrade}
          </Badge>
        )}
      </div>
      {maySuppress ? (
        <div className={classes.suppress}>
          <Checkbox
            label={texts.downloads.suppressLists}
            checked={choice.suppressLists}
            onChange={(event) => set({ suppressLists: event.currentTarget.checked })}
          />
          <Anchor component={Link} to="/search/suppression" size="sm">
            {texts.suppression.open}
          </Anchor>
        </div>
      ) : null}
      <fieldset className={classes.columns}>
        <legend>{texts.downloads.columns}</legend>
        <ColumnChoice
          columns={dictionary.columns}
          chosen={choice.columns}
          onChange={(columns) => set({ columns })}
        />
      </fieldset>
    </div>
  )
}
