import { type ReactNode, useEffect, useRef, useState } from 'react'

/** So far from what is in view, whatever can be reached with the next keys is there. */
const nearby = '1200px 0px'

type Props = {
  className?: string | undefined
  isAtOnce: boolean
  /** In its place until then. */
  waiting?: ReactNode
  children: ReactNode
}

/**
 * Parts of a long list that are drawn when they come near to what is in view, and stay then: the forms of 200 lessons
 * would be 2 MB of page. The first ones are there at once, also without script.
 */
export function WhenNear({ className, isAtOnce, waiting = null, children }: Props) {
  const [isNear, setNear] = useState(isAtOnce)
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNear || !element.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: nearby },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isNear])
  return (
    <div ref={element} className={className}>
      {isNear ? children : waiting}
    </div>
  )
}
