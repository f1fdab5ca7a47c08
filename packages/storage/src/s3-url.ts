/** What the address of a bucket says. */
export type S3Place = {
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly bucket: string
  /** Empty, or with a slash at its end. */
  readonly folder: string
}

/**
 * Reads `https://KEY:SECRET@host/bucket?region=eu-central-1`, with an optional folder after the bucket; key and secret
 * are URL-encoded. Undefined where a part is missing or cannot be read.
 */
export function readS3Url(text: string): S3Place | undefined {
  try {
    const url = new URL(text)
    const [bucket, ...folders] = url.pathname.split('/').filter((part) => part !== '')
    if (!bucket || !url.username || !url.password) return undefined
    return {
      endpoint: `${url.protocol}//${url.host}`,
      region: url.searchParams.get('region') ?? 'us-east-1',
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
      bucket,
      folder: folders.map((part) => `${part}/`).join(''),
    }
  } catch {
    return undefined
  }
}

/** What is said of an address that cannot be read. */
export const s3UrlShape =
  'must look like https://KEY:SECRET@host/bucket?region=us-east-1, with key and secret URL-encoded'
