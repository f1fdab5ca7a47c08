import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'
import classes from './color-scheme-toggle.module.css'
import { useHydrated } from './use-hydrated.ts'

/** Light or dark. Both icons are in the page and CSS shows one, so the server's page is right for either. */
export function ColorSchemeToggle({ label }: { label: string }) {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const hydrated = useHydrated()
  if (!hydrated) return null
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
    >
      <IconMoon className={classes.moon} size={18} aria-hidden />
      <IconSun className={classes.sun} size={18} aria-hidden />
    </ActionIcon>
  )
}
