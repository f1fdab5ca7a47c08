import { ActionIcon, Tooltip } from '@mantine/core'
import IconCircle from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs'
import IconHandStop from '@tabler/icons-react/dist/esm/icons/IconHandStop.mjs'
import IconMapPin from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs'
import IconPolygon from '@tabler/icons-react/dist/esm/icons/IconPolygon.mjs'
import IconRectangle from '@tabler/icons-react/dist/esm/icons/IconRectangle.mjs'
import type { ComponentType } from 'react'
import { texts } from '../texts.ts'
import classes from './lead-map.module.css'
import type { Tool } from './map-tools.ts'

const tools: { tool: Tool; label: string; icon: ComponentType<{ size?: number }> }[] = [
  { tool: 'pan', label: texts.map.pan, icon: IconHandStop },
  { tool: 'pick', label: texts.map.pick, icon: IconMapPin },
  { tool: 'polygon', label: texts.map.polygon, icon: IconPolygon },
  { tool: 'circle', label: texts.map.circle, icon: IconCircle },
  { tool: 'box', label: texts.map.box, icon: IconRectangle },
]

/** What a click on the map does. */
export function MapToolbar({ tool, onTool }: { tool: Tool; onTool: (tool: Tool) => void }) {
  return (
    <div className={classes.tools} role="toolbar" aria-label={texts.map.tools}>
      {tools.map(({ tool: each, label, icon: Icon }) => (
        <Tooltip key={each} label={label} position="right">
          <ActionIcon
            variant={tool === each ? 'filled' : 'default'}
            size="md"
            aria-label={label}
            aria-pressed={tool === each}
            onClick={() => onTool(each)}
          >
            <Icon size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  )
}
