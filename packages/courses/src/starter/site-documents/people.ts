import type { NewDocument } from '@freeor/content/commands'

const portrait = (name: string, alt: string) => ({ src: `/pictures/portrait-${name}.svg`, alt })

/** Nobody real: an operator puts the people of the organization in their place. */
export const people: readonly NewDocument<'bios'>[] = [
  {
    name: 'Sample Lecturer One',
    data: {
      group: 'Lecturers',
      order: 1,
      role: 'Lecturer in legal history',
      about:
        'A sample entry. Here stands what a lecturer has studied and taught, and which lessons of this site are theirs.',
      picture: portrait('one', 'A drawn cameo of a head with short hair'),
      isSample: true,
    },
  },
  {
    name: 'Sample Lecturer Two',
    data: {
      group: 'Lecturers',
      order: 2,
      role: 'Lecturer in comparative religion',
      about:
        'A sample entry. Two or three sentences are enough: where they teach, what they wrote, and what learners can ask them.',
      picture: portrait('two', 'A drawn cameo of a head with a headscarf'),
      isSample: true,
    },
  },
  {
    name: 'Sample Editor',
    data: {
      group: 'Staff',
      order: 3,
      role: 'Editor of the lessons',
      about:
        'A sample entry. The editor checks the sources of each lesson and answers letters about mistakes.',
      picture: portrait('three', 'A drawn cameo of a head with hair in a bun'),
      isSample: true,
    },
  },
  {
    name: 'Sample Coordinator',
    data: {
      group: 'Staff',
      order: 4,
      role: 'Coordinator for organizations',
      about:
        'A sample entry. The coordinator helps congregations, schools and other groups to learn together.',
      picture: portrait('four', 'A drawn cameo of a head with a beard and a turban'),
      isSample: true,
    },
  },
]
