import { instant } from '@freeor/postgres/columns'
import { customType, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from '../../tables.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The photo of a profile: one small square, so that it is in every backup and goes with the row. */
export const profilePhotos = pgTable(
  'profile_photos',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** In its address: unguessable, and another one for each photo. */
    id: text('id').notNull(),
    /** WebP. */
    image: bytes('image').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('profile_photos_id_key').on(table.id)],
)
