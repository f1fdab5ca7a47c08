import { createElement, type ReactElement } from 'react'
import { Body, Button, Container, Head, Heading, Hr, Html, Link, Preview, Text } from 'react-email'

/** Whose mail it is, from the configuration of the site that sends it. */
export type Brand = { readonly productName: string; readonly supportAddress: string }

/** What a mail says. Everything is plain text; the layout decides how it looks. */
export type Letter = {
  readonly heading: string
  /** The line a mail program shows next to the subject; also the page's title. */
  readonly preview: string
  readonly paragraphs: readonly string[]
  readonly action?: { readonly label: string; readonly url: string }
  /** A quieter link below the action. */
  readonly otherAction?: { readonly label: string; readonly url: string }
  /** Shown below the actions, e.g. how long the link works. */
  readonly closing?: readonly string[]
  readonly unsubscribeUrl?: string
}

const font = '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, Helvetica, Arial, sans-serif'
const text = { fontFamily: font, fontSize: '16px', lineHeight: '1.55', margin: '0 0 16px', color: '#1f2933' }
const small = { ...text, fontSize: '13px', margin: '0 0 8px', color: '#52606d' }

/** Programs that support dark mode use these; the others show the light colours written on each element. */
const darkStyles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: #16191d !important; }
  .card { background-color: #1f2429 !important; border-color: #343b43 !important; }
  .words { color: #e4e7eb !important; }
  .quiet { color: #a7b1bc !important; }
  .rule { border-color: #343b43 !important; }
  .button { background-color: #74b0f4 !important; color: #10151a !important; }
  .link { color: #8fc1ff !important; }
}`

/** The one look of all our mails, light and dark. */
export function renderLayout(letter: Letter, brand: Brand): ReactElement {
  return createElement(
    Html,
    { lang: 'en' },
    createElement(
      Head,
      null,
      createElement('meta', { name: 'color-scheme', content: 'light dark' }),
      createElement('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      createElement('style', null, darkStyles),
    ),
    createElement(Preview, null, letter.preview),
    createElement(
      Body,
      { className: 'page', style: { backgroundColor: '#f2f4f7', margin: 0, padding: '24px 8px' } },
      createElement(
        Container,
        { className: 'card', style: cardStyle },
        renderLetter(letter),
        createElement(Hr, { className: 'rule', style: { borderColor: '#d8dee5', margin: '24px 0 16px' } }),
        renderFooter(letter, brand),
      ),
    ),
  )
}

const cardStyle = {
  backgroundColor: '#ffffff',
  border: '1px solid #d8dee5',
  borderRadius: '8px',
  maxWidth: '560px',
  padding: '32px',
}

const linkStyle = { color: '#1c5fb0', textDecoration: 'underline' }

const buttonStyle = {
  fontFamily: font,
  fontSize: '16px',
  fontWeight: 600,
  backgroundColor: '#1c5fb0',
  color: '#ffffff',
  borderRadius: '6px',
  padding: '12px 20px',
  margin: '8px 0 24px',
}

function renderLetter({ heading, paragraphs, action, otherAction, closing = [] }: Letter): ReactElement[] {
  const paragraph = (words: string, key: string) =>
    createElement(Text, { key, className: 'words', style: text }, words)
  const headingStyle = { ...text, fontSize: '22px', fontWeight: 700, lineHeight: '1.3' }
  return [
    createElement(Heading, { key: 'heading', as: 'h1', className: 'words', style: headingStyle }, heading),
    ...paragraphs.map((words, index) => paragraph(words, `before-${index}`)),
    ...(action
      ? [
          createElement(
            Button,
            { key: 'action', href: action.url, className: 'button', style: buttonStyle },
            action.label,
          ),
        ]
      : []),
    ...(otherAction
      ? [
          createElement(
            Text,
            { key: 'other', style: text },
            createElement(
              Link,
              { href: otherAction.url, className: 'link', style: linkStyle },
              otherAction.label,
            ),
          ),
        ]
      : []),
    ...closing.map((words, index) => paragraph(words, `after-${index}`)),
  ]
}

function renderFooter({ unsubscribeUrl }: Letter, { productName, supportAddress }: Brand): ReactElement[] {
  return [
    createElement(
      Text,
      { key: 'support', className: 'quiet', style: small },
      `This mail came from ${productName}. If you need a hand, write to `,
      createElement(
        Link,
        { href: `mailto:${supportAddress}`, className: 'link', style: linkStyle },
        supportAddress,
      ),
      '.',
    ),
    ...(unsubscribeUrl
      ? [
          createElement(
            Text,
            { key: 'unsubscribe', className: 'quiet', style: small },
            createElement(
              Link,
              { href: unsubscribeUrl, className: 'link', style: linkStyle },
              'Stop mails like this one',
            ),
          ),
        ]
      : []),
  ]
}
