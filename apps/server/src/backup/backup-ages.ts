/** In seconds; infinite where there is none. */
export type BackupAges = { readonly newest: number; readonly drill: number }
