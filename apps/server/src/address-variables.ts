import { isIP } from 'node:net'
import { readS3Url, s3UrlShape } from '@freeor/storage/s3-url'
import { z } from 'zod'

/** Variables of the environment that say where something is reached. What cannot be read is refused at the start. */

export const listed = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)

/** The address of a bucket, in the form of S3_URL. What is said of a wrong one never has its value, which is secret. */
export const s3Url = z
  .url({ protocol: /^https?$/ })
  .refine((text) => readS3Url(text) !== undefined, s3UrlShape)

function isDecodable(text: string): boolean {
  try {
    const { username, password } = new URL(text)
    return decodeURIComponent(username + password) !== undefined
  } catch {
    return false
  }
}

/** An address with a user and a password, which are URL-encoded. */
export const urlWithLogin = (protocol: RegExp) =>
  z.url({ protocol }).refine(isDecodable, 'has a user or password that is not URL-encoded: % is %25')

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { pathname, search, hash, username } = new URL(text)
  return pathname === '/' && search + hash + username === ''
}

/** Sites are told apart by host name: an address with a path would be another one than is served. */
export const siteUrl = z
  .url({ protocol: /^https?$/ })
  .refine(isOrigin, 'is an address without a path, like https://leads.example.com')
  .transform((text) => new URL(text).origin)

/** Proxies are compared with the address of a connection: neither names nor networks are known there. */
export const ipAddresses = z
  .string()
  .transform((text) => listed(text, ','))
  .refine(
    (given) => given.every((one) => isIP(one) !== 0),
    'names IP addresses separated by commas, like 127.0.0.1,10.0.0.2; no host name and no network',
  )
