import type { NewDocument } from '@freeor/content/commands'

type Page = NewDocument<'pages'> & { readonly key: string }

const terms = `
## What you get

An account is free. With it you can watch and read every published lesson, take each quiz as often as you like, and be issued a certificate when you have finished a course.

Lessons may be corrected, added or taken down. A certificate that was issued stays what it was on the day it was issued.

## What we ask of you

- Keep your password to yourself.
- Answer the quizzes yourself: a certificate says that you did.
- Be civil to the people you meet through this site, whatever they believe.
- Lessons may be watched and read by anyone; copying them elsewhere needs the leave of their author.

## What you share with an organization

If you name an organization in your profile, its admins see your name and email, and how far you are: lessons done, minutes watched, scores, dates, and your certificate. They never see which answers you chose. You can name another organization, or choose “Other”, in your profile at any time: the admins of the one before no longer see you then.

## What we do not promise

The lessons teach; they are not legal advice. The site is offered as it is. We keep it running with care, and cannot promise that it is never interrupted.

## Ending it

You can delete your account in the settings, at any time and without giving a reason. An account that is used to harm others may be closed.

## About this text

This is starter text that comes with the software. Whoever runs this site should have it reviewed and complete it.
`

const privacy = `
## What we keep about you

- Your email address, your name if you give one, and a hash of your password, never the password itself.
- The telephone number, picture and organization in your profile, if you fill them in.
- Your place in each video and which parts you watched, your notes and bookmarks, your answers in the quizzes, and your scores.
- Which devices are signed in, with the network address and browser of each.
- A record of changes to your account, so that misuse can be found.

## Who sees it

You do. The admins of the organization you name see your name and email, lessons done, minutes watched, scores, dates and your certificate, and never your chosen answers. The people who run this site can see your account when they help you; when one of them acts in your place, it is recorded, and nothing of your learning can be changed that way.

Anyone who has the number of a certificate can see what is printed on it. That is what it is for.

## What we do not do

There are no advertising or tracking scripts on these pages. Nothing of a page is loaded from another company until you press Play on a video that is kept elsewhere: the page says first who serves it.

Cookies serve signing in alone. One keeps you signed in. One, freeor.device, stays for 180 days: it tells a browser that has signed in before from a stranger’s, so that strangers who try passwords do not keep you out. Where you sign in through another service, a third lasts for ten minutes.

## Taking it along, and having it deleted

In the settings you can download everything we keep about you, and delete your account. Attempts and progress are deleted with it. A certificate that was issued is kept without your name, so that its number still answers, unless you ask us to keep the name.

## About this text

This is starter text that comes with the software and describes what it does as shipped. Whoever runs this site should have it reviewed and complete it.
`

const support = `
## When something does not work

Reload the page first: nothing you answered is lost by that. If it still does not work, write to us by email. Tell us what you wanted to do and what happened in its place. If the page showed a request number, please quote it.

## A mistake in a lesson or a question

Please tell us. Once a quiz is graded there is “Something is wrong with this question” under each question, which reaches its author with the question you saw.

## Signing in

- **No code arrived?** Look in the folder for unwanted mail, then ask for a new one. A code works for ten minutes.
- **Password forgotten?** [Ask for a link](/reset_password) to set a new one.
- **No access to your old address?** Write to us from an address we can answer.

## Reading without a video

Each lesson has a text to read that stands on its own, and captions where the video has speech. If you use a screen reader and meet something that does not work, that is a mistake of ours: please write to us.
`

/** Honest starter texts that an operator reviews. */
export const legalPages: readonly Page[] = [
  {
    key: 'terms',
    name: 'Terms',
    description: 'What you get on this site, and what is asked of you.',
    data: { lead: 'What you get here, and what we ask of you, in plain words.', body: terms.trim() },
  },
  {
    key: 'privacy',
    name: 'Privacy',
    description: 'What this site keeps about you, who sees it, and how to have it deleted.',
    data: { lead: 'What we keep about you, who sees it, and how you get rid of it.', body: privacy.trim() },
  },
  {
    key: 'support',
    name: 'Support',
    description: 'Help with signing in, with lessons and with quizzes.',
    data: { lead: 'Help with signing in, with lessons and with quizzes.', body: support.trim() },
  },
]
