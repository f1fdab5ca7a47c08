/** What `takePicture` calls a file. */
export const pictureFileName = /^[0-9a-z]{16}-[a-z0-9-]{1,80}\.(?:jpg|png|gif|webp|svg)$/

const types: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
}

/** The content type of a kept picture, by its name. */
export const pictureType = (fileName: string): string =>
  types[fileName.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
