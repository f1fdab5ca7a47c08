import { Button, Drawer, SegmentedControl } from '@mantine/core'
import IconAdjustmentsHorizontal from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs'
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs'
import IconMap2 from '@tabler/icons-react/dist/esm/icons/IconMap2.mjs'
import IconMapPin from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs'
import { type ComponentType, type ReactNode, useState } from 'react'
import { texts } from '../texts.ts'
import classes from './search.module.css'

type Name = 'filters' | 'places' | 'bars' | 'map'

export type SidePanelsProps = {
  panels: Record<Name, ReactNode>
  isWide: boolean
  children: ReactNode
}

const sheets: { name: Name; label: string; icon: ComponentType<{ size?: number }> }[] = [
  { name: 'filters', label: texts.search.filters, icon: IconAdjustmentsHorizontal },
  { name: 'places', label: texts.search.places, icon: IconMapPin },
  { name: 'map', label: texts.search.map, icon: IconMap2 },
  { name: 'bars', label: texts.search.bars, icon: IconChartBar },
]

/** Wide: filters left, counts right. On a phone the results have the screen and the rest comes as sheets. */
export function SidePanels({ panels, isWide, children }: SidePanelsProps) {
  const [side, setSide] = useState<'filters' | 'places'>('filters')
  const [sheet, setSheet] = useState<Name | null>(null)
  const open = sheets.find((each) => each.name === sheet)
  return (
    <>
      <div className={classes.body}>
        <aside className={classes.side} aria-label={texts.search.filters}>
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label={texts.search.side}
            value={side}
            onChange={(value) => setSide(value === 'places' ? 'places' : 'filters')}
            data={[
              { value: 'filters', label: texts.search.filters },
              { value: 'places', label: texts.search.places },
            ]}
          />
          {panels[side]}
        </aside>
        <div className={classes.middle}>{children}</div>
        <aside className={classes.counts} aria-label={texts.search.bars}>
          {panels.bars}
        </aside>
      </div>
      <div className={classes.sheetBar}>
        {sheets.map(({ name, label, icon: Icon }) => (
          <Button
            key={name}
            variant="subtle"
            color="gray"
            className={classes.sheetButton}
            aria-haspopup="dialog"
            onClick={() => setSheet(name)}
          >
            <Icon size={18} aria-hidden />
            {label}
          </Button>
        ))}
      </div>
      <Drawer
        opened={open !== undefined && !isWide}
        onClose={() => setSheet(null)}
        position="bottom"
        size="80%"
        title={open?.label}
        closeButtonProps={{ 'aria-label': texts.downloads.close }}
        classNames={{ body: classes.sheetBody ?? '', content: classes.sheetContent ?? '' }}
      >
        {open ? panels[open.name] : null}
      </Drawer>
    </>
  )
}
