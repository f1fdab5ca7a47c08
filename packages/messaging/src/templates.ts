import { render, toPlainText } from 'react-email'
import { headerText, plainName, plainParagraphs } from './header-safety.ts'
import { type Brand, type Letter, renderLayout } from './layout.ts'

export type { Brand } from './layout.ts'

/** Every mail we send and what it needs. Names in props go through `plainName` first. */
export type TemplateMail =
  | {
      readonly template: 'reset-password'
      readonly props: { readonly url: string; readonly minutes: number }
    }
  | { readonly template: 'verification-code'; readonly props: VerificationCodeProps }
  | {
      readonly template: 'account-exists'
      readonly props: { readonly loginUrl: string; readonly resetUrl: string }
    }
  | { readonly template: 'invitation'; readonly props: InvitationProps }
  | {
      readonly template: 'ownership-given' | 'ownership-received'
      readonly props: OwnershipProps
    }
  | { readonly template: 'notice'; readonly props: NoticeProps }
  | { readonly template: 'shared-search'; readonly props: SharedSearchProps }
  | { readonly template: 'message'; readonly props: MessageProps }

export type VerificationCodeProps = {
  readonly code: string
  readonly minutes: number
  readonly purpose: 'verify-account' | 'change-email'
}

/** The names are as people typed them. */
export type InvitationProps = {
  readonly companyName: string
  readonly inviterName: string
  readonly role: string
  readonly url: string
  readonly hours: number
}

/** The names are as people typed them. */
export type OwnershipProps = {
  readonly companyName: string
  readonly formerOwner: string
  readonly newOwner: string
  readonly url: string
}

export type NoticeProps = {
  readonly subject: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  readonly action?: { readonly label: string; readonly url: string }
}

/** All texts are as people typed them. */
export type SharedSearchProps = {
  readonly senderName: string
  readonly searchName: string
  /** Leads that it matched when it was saved. */
  readonly count: number
  /** What the sender says; empty lines divide paragraphs. */
  readonly words: string
  readonly url: string
}

/** All texts are as people typed them. */
export type MessageProps = Pick<SharedSearchProps, 'senderName' | 'words'> & { readonly subject: string }

export type RenderedMail = { readonly subject: string; readonly text: string; readonly html: string }

/**
 * The subject, the text and the HTML of a mail.
 * @param unsubscribeUrl for mail that somebody may unsubscribe from; shown in the footer.
 */
export async function renderMail(
  mail: TemplateMail,
  brand: Brand,
  unsubscribeUrl?: string,
): Promise<RenderedMail> {
  const { subject, letter } = write(mail, brand)
  const html = await render(renderLayout({ ...letter, ...(unsubscribeUrl && { unsubscribeUrl }) }, brand))
  // The preview line is hidden in HTML and would appear twice in text.
  const text = toPlainText(html, {
    wordwrap: 78,
    selectors: [
      { selector: '[data-skip-in-text="true"]', format: 'skip' },
      { selector: 'h1', options: { uppercase: false } },
    ],
  })
  return { subject: headerText(subject), text: withoutControls(text), html: withoutControls(html) }
}

/** PostgreSQL cannot keep NUL in text, and no other control character but the line breaks belongs into a mail. */
function withoutControls(content: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about.
  return content.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
}

type Written = { readonly subject: string; readonly letter: Letter }

function write(mail: TemplateMail, { productName }: Brand): Written {
  switch (mail.template) {
    case 'reset-password':
      return writeResetPassword(mail.props, productName)
    case 'verification-code':
      return writeVerificationCode(mail.props, productName)
    case 'account-exists':
      return writeAccountExists(mail.props, productName)
    case 'invitation':
      return writeInvitation(mail.props, productName)
    case 'ownership-given':
    case 'ownership-received':
      return writeOwnership(mail.template, mail.props, productName)
    case 'shared-search':
      return writeSharedSearch(mail.props, productName)
    case 'message':
      return writeMessage(mail.props, productName)
    case 'notice': {
      const { subject, ...letter } = mail.props
      return { subject, letter: { ...letter, preview: letter.paragraphs[0] ?? letter.heading } }
    }
    default:
      return mail satisfies never
  }
}

function writeResetPassword(
  { url, minutes }: { url: string; minutes: number },
  productName: string,
): Written {
  return {
    subject: `Choose a new password for ${productName}`,
    letter: {
      heading: 'Choose a new password',
      preview: `The link works once, for ${count(minutes, 'minute')}.`,
      paragraphs: [`You asked us for a new password for ${productName}. Use this button to choose one.`],
      action: { label: 'Choose a new password', url },
      closing: [
        `The link works once, for ${count(minutes, 'minute')}.`,
        'If you did not ask for this, you can leave it: your password stays as it is.',
      ],
    },
  }
}

function writeVerificationCode(
  { code, minutes, purpose }: VerificationCodeProps,
  productName: string,
): Written {
  const what = purpose === 'verify-account' ? 'verify your account' : 'use this address'
  return {
    subject: `${code} is your code for ${productName}`,
    letter: {
      heading: `Your code: ${code}`,
      preview: `Type it in to ${what}. It works for ${count(minutes, 'minute')}.`,
      paragraphs: [`Type in ${code} at ${productName} to ${what}.`],
      closing: [
        `The code works for ${count(minutes, 'minute')}, and only until you ask for a new one.`,
        'If you did not ask for it, you can leave it. Never tell it to anybody: we never ask for it.',
      ],
    },
  }
}

function writeAccountExists(
  { loginUrl, resetUrl }: { loginUrl: string; resetUrl: string },
  productName: string,
): Written {
  return {
    subject: `You already have an account at ${productName}`,
    letter: {
      heading: 'You already have an account',
      preview: 'Someone tried to sign up with your address.',
      paragraphs: [
        `Someone tried to sign up at ${productName} with your address, which already has an account.`,
        'If it was you, just log in.',
      ],
      action: { label: 'Log in', url: loginUrl },
      otherAction: { label: 'I have forgotten my password', url: resetUrl },
      closing: ['If it was not you, nothing has changed, and there is nothing you need to do.'],
    },
  }
}

const rolesInWords: Readonly<Record<string, string>> = {
  admin: 'You would be an admin: you may also manage its people.',
  member: 'You would be a member: you may search, save, share and download.',
  viewer: 'You would be a viewer: you may search and look.',
}

function writeInvitation(
  { companyName, inviterName, role, url, hours }: InvitationProps,
  productName: string,
): Written {
  const company = plainName(companyName) || 'an account'
  const inviter = plainName(inviterName) || 'Somebody'
  return {
    subject: `${inviter} invites you to ${company} at ${productName}`,
    letter: {
      heading: `Join ${company}`,
      preview: `The link works once, for ${count(hours, 'hour')}.`,
      paragraphs: [
        `${inviter} invites you to work in the ${productName} account of ${company}.`,
        ...(rolesInWords[role] ? [rolesInWords[role]] : []),
      ],
      action: { label: 'Accept the invitation', url },
      closing: [
        `The link works once, for ${count(hours, 'hour')}.`,
        'If you do not know who that is, you can leave it: nothing happens without you.',
      ],
    },
  }
}

function writeOwnership(
  template: 'ownership-given' | 'ownership-received',
  { companyName, formerOwner, newOwner, url }: OwnershipProps,
  productName: string,
): Written {
  const company = plainName(companyName) || 'your account'
  const isGiven = template === 'ownership-given'
  const paragraph = isGiven
    ? `You handed ${company} at ${productName} to ${plainName(newOwner)}. You are an admin of it now.`
    : `${plainName(formerOwner)} handed ${company} at ${productName} to you. Its plan and its bills are yours now.`
  return {
    subject: `${company} at ${productName} has a new owner`,
    letter: {
      heading: isGiven ? `You handed ${company} on` : `You own ${company} now`,
      preview: paragraph,
      paragraphs: [paragraph],
      action: { label: 'Look at the account', url },
      closing: ['If you did not expect this, please write to us at once.'],
    },
  }
}

function writeSharedSearch(
  { senderName, searchName, count: leads, words, url }: SharedSearchProps,
  productName: string,
): Written {
  const sender = plainName(senderName) || 'Somebody'
  const search = plainName(searchName)
  return {
    subject: `${sender} shares a search with you: ${search}`,
    letter: {
      heading: search,
      preview: `${sender} shares this search with you.`,
      paragraphs: [
        `${sender} shares a search at ${productName} with you: “${search}”, ${leads.toLocaleString('en-US')} lead${leads === 1 ? '' : 's'}.`,
        ...said(sender, words),
      ],
      action: { label: 'Look at the search', url },
      closing: [typedIn(sender)],
    },
  }
}

function writeMessage({ senderName, subject, words }: MessageProps, productName: string): Written {
  const sender = plainName(senderName) || 'Somebody'
  const heading = plainName(subject)
  return {
    subject: heading,
    letter: {
      heading,
      preview: `${sender} writes to you by ${productName}.`,
      paragraphs: [`${sender} writes to you by ${productName}.`, ...said(sender, words)],
      closing: [typedIn(sender)],
    },
  }
}

const said = (sender: string, words: string): string[] => {
  const paragraphs = plainParagraphs(words)
  return paragraphs.length === 0 ? [] : [`${sender} says:`, ...paragraphs]
}

const typedIn = (sender: string) =>
  `You got this because ${sender} typed in your address. Your answer goes to ${sender}.`

function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}
