import { EditMap } from 'micromark-util-edit-map'

/** In its own way it writes all events anew for each heading, quote and list: the square of their number. */
EditMap.prototype.consume = function consume(events) {
  const edits = this.map.sort(([one], [other]) => one - other)
  const first = edits[0]?.[0]
  if (first === undefined) return
  // What is before the first edit stays.
  const rest = events.splice(first)
  let at = 0
  for (const [index, removed, added] of edits) {
    for (; at < index - first; at++) events.push(rest[at] as (typeof rest)[number])
    for (const event of added) events.push(event)
    at += removed
  }
  for (; at < rest.length; at++) events.push(rest[at] as (typeof rest)[number])
  this.map.length = 0
  this.index.clear()
}
