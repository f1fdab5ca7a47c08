import { Accessibility, PointerSensor } from '@dnd-kit/dom'
import { DragDropProvider } from '@dnd-kit/react'
import { isSortable, useSortable } from '@dnd-kit/react/sortable'
import { moveTo, type OrderMove } from '@freeor/courses/authoring/order/apply-moves'
import IconGripVertical from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs'
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useRef,
  useState,
} from 'react'
import { authoringTexts } from '../texts/authoring.ts'
import classes from './sort-area.module.css'

const words = authoringTexts

type Area = {
  /** Nothing in it is moved: its user may not, or there is one item. */
  readonly isFixed: boolean
  readonly order: readonly string[]
  onMove(move: OrderMove): void
  /** Told to whoever does not see where it went. */
  say(text: string): void
  /** The item whose handle is to have the focus after it was moved: its element is put elsewhere then. */
  readonly focused: RefObject<string | undefined>
}

const AreaContext = createContext<Area | undefined>(undefined)
const ItemContext = createContext<{ id: string; handleRef(element: Element | null): void } | undefined>(
  undefined,
)

const sensors = [PointerSensor]

type AreaProps = {
  order: readonly string[]
  onMove(move: OrderMove): void
  isFixed?: boolean
  children: ReactNode
}

/**
 * A list whose items are dragged by their handles. With the keyboard a handle moves its item by one position at each arrow
 * key, which is announced in our own words: the library's keyboard mode would take the arrow keys away from the page.
 */
export function SortArea({ order, onMove, isFixed = order.length < 2, children }: AreaProps) {
  const focused = useRef<string>(undefined)
  const [said, say] = useState('')
  return (
    <AreaContext value={{ isFixed, order, onMove, say, focused }}>
      <DragDropProvider
        sensors={sensors}
        plugins={(all) => all.filter((plugin) => plugin !== Accessibility)}
        onDragEnd={({ operation: { source }, canceled }) => {
          if (canceled || !isSortable(source) || source.index === source.initialIndex) return
          onMove(moveTo(order, String(source.id), source.index))
        }}
      >
        {children}
      </DragDropProvider>
      <p role="status" className={classes.said}>
        {said}
      </p>
    </AreaContext>
  )
}

type ItemProps = { id: string; at: number; as?: 'li' | 'div'; className?: string; children: ReactNode }

/** One item of the list. */
export function SortItem({ id, at, as: Element = 'li', className, children }: ItemProps) {
  const disabled = use(AreaContext)?.isFixed ?? true
  const { ref, handleRef, isDragSource } = useSortable({ id, index: at, disabled })
  return (
    <Element ref={ref} className={className} data-dragged={isDragSource || undefined}>
      <ItemContext value={{ id, handleRef }}>{children}</ItemContext>
    </Element>
  )
}

/** What an item is dragged by, and moved by with the arrow keys. */
export function SortHandle({ name }: { name: string }) {
  const area = use(AreaContext)
  const item = use(ItemContext)
  const button = useRef<HTMLButtonElement>(null)
  const { focused, order } = area ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order is what moved the element
  useEffect(() => {
    if (focused && focused.current === item?.id && document.activeElement === document.body)
      button.current?.focus()
  }, [order, focused, item?.id])
  if (!area || area.isFixed || !item) return null
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0 || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const position = area.order.indexOf(item.id) + by
    if (position < 0 || position >= area.order.length) return
    area.focused.current = item.id
    area.onMove(moveTo(area.order, item.id, position))
    area.say(words.nowAt(name, position + 1, area.order.length))
  }
  return (
    <button
      ref={(element) => {
        button.current = element
        item.handleRef(element)
      }}
      type="button"
      className={classes.handle}
      aria-label={words.drag(name)}
      title={words.dragHint}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        // Its user went on to something else; an element that is put elsewhere loses the focus to nothing.
        if (relatedTarget) area.focused.current = undefined
      }}
    >
      <IconGripVertical size={22} aria-hidden />
    </button>
  )
}
