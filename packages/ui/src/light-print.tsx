import { useMantineColorScheme } from '@mantine/core'
import { useLayoutEffect } from 'react'
import { usePrinting } from './use-printing.ts'

/** A page that is dark on the screen is printed in the light colours. Dark is set by script, and so is this. */
export function LightPrint() {
  const isPrinting = usePrinting()
  const { colorScheme } = useMantineColorScheme()
  useLayoutEffect(() => {
    if (!isPrinting) return
    const { dataset } = document.documentElement
    dataset.mantineColorScheme = 'light'
    return () => {
      const isDark =
        colorScheme === 'auto'
          ? window.matchMedia('(prefers-color-scheme: dark)').matches
          : colorScheme === 'dark'
      dataset.mantineColorScheme = isDark ? 'dark' : 'light'
    }
  }, [isPrinting, colorScheme])
  return null
}
