/**
 * The certificate in Typst: US letter, landscape. It imports nothing and reads no file; every text comes through
 * `sys.inputs` as data, so markup in a name is shown and not run.
 */
export const certificateTemplate = `
#let facts = json(bytes(sys.inputs.facts))
#let ink = rgb("#2b2620")
#let quiet = rgb("#5d5346")
#let ruled = rgb("#a8926b")
#let written(value) = text(dir: if value.rtl { rtl } else { ltr }, value.text)
#let said(size: 11pt, body) = text(size: size, fill: quiet, body)

#set document(title: facts.title, author: facts.issuer, date: auto)
#set text(
  font: json(bytes(sys.inputs.fonts)), fallback: false,
  size: 11pt, fill: ink, lang: "en", hyphenate: false,
)
#set par(leading: 0.55em, spacing: 0pt)
#set page(
  width: 11in, height: 8.5in,
  margin: (x: 1in, top: 0.9in, bottom: 1in),
  background: {
    place(center + horizon, rect(width: 100% - 0.6in, height: 100% - 0.6in, stroke: 1.6pt + ruled))
    place(center + horizon, rect(width: 100% - 0.78in, height: 100% - 0.78in, stroke: 0.5pt + ruled))
  },
  footer: context text(size: 8.5pt, fill: quiet)[
    #facts.footer #h(1fr) #facts.pageWord #counter(page).display("1 / 1", both: true)
  ],
  footer-descent: 20%,
)

// The largest size at which the text takes no more than this many lines.
#let fitted(value, sizes, lines, weight: "regular") = layout(space => {
  let chosen = sizes.last()
  for size in sizes {
    // Letters and the space below them: two lines of every script are lower than that, three of none.
    let line = 1.5 * size
    let set-at = text(size: size, weight: weight, written(value))
    if measure(width: space.width, set-at).height <= line * lines { chosen = size; break }
  }
  text(size: chosen, weight: weight, written(value))
})

#align(center)[
  #said(size: 10pt, text(tracking: 0.08em, upper(facts.issuer)))
  #v(14pt)
  #heading(level: 1, outlined: false, text(size: 30pt, weight: "regular", facts.heading))
  #v(16pt)
  #said(facts.intro)
  #block(above: 14pt, below: 16pt, width: 100%, fitted(
    facts.name, (34pt, 30pt, 26pt, 22pt, 19pt, 16pt, 13pt), 2, weight: "semibold",
  ))
  #said(facts.completed)
  #block(above: 12pt, below: 14pt, width: 100%, fitted(facts.course, (22pt, 19pt, 16pt, 13pt, 11pt), 2))
  #said(facts.issuedOn)
  #if facts.note != "" [ #v(8pt) #said(size: 9pt, facts.note) ]
]
#v(18pt)
#table(
  columns: (1.2fr, 1.2fr, auto, auto),
  stroke: (x, y) => (bottom: if y == 0 { 0.8pt + ruled } else { 0.4pt + ruled.lighten(50%) }),
  inset: (x: 6pt, y: 5pt),
  align: (x, y) => if x == 2 { right } else { left },
  table.header(..facts.columns.map(name => said(size: 9.5pt, name))),
  ..facts.lessons.map(lesson => (
    written(lesson.title), written(lesson.quiz), lesson.score, lesson.date,
  )).flatten(),
)
#v(1fr)
#block(breakable: false, above: 14pt, grid(
  columns: (auto, 1fr), column-gutter: 14pt, align: (left, left + horizon),
  image(bytes(sys.inputs.qr), format: "svg", width: 0.95in, alt: facts.qrText),
  stack(
    spacing: 6pt,
    text(size: 9.5pt)[#facts.verifyText #link(facts.address, facts.address)],
    text(size: 9.5pt, facts.serialText),
    said(size: 8.5pt, facts.keyText),
    text(size: 8.5pt, facts.key),
  ),
))
#pdf.attach(
  "credential.json", bytes(sys.inputs.credential),
  relationship: "data", mime-type: "application/json", description: facts.attachment,
)
#pdf.attach(
  "credential.jwt", bytes(sys.inputs.jwt),
  relationship: "data", mime-type: "application/jwt", description: facts.attachment,
)
`
