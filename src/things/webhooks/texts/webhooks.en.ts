import type { Child } from 'hono/jsx'
import { type NoticeType, noticeTypes } from '../../../service/notices/notice.ts'
import { phrase } from '../../../service/pages/texts/phrase.ts'

export const webhooks = {
  list: {
    lead: 'Webhooks send notices of failures and changes to another system, a chat or by email.',
    empty: 'No webhooks yet.',
    target: 'Destination',
    notices: 'Notices',
    all: 'All notices',
    withDetails: ({ notices }: { notices: string }) => `${notices}, with names`,
  },
  sinks: {
    webhook: 'Signed webhook',
    slack: 'Slack or a compatible chat',
    teams: 'Microsoft Teams (workflow)',
    email: 'Email',
  },
  rhythms: { each: 'each notice immediately', daily: 'one digest a day' },
  digest: {
    title: 'Digest time',
    help: 'Daily digests are sent at 8:00 in this time zone.',
    button: 'Save time zone',
  },
  form: {
    title: 'Add webhook',
    url: 'URL',
    urlHelp: 'The URL of a webhook or chat. It must start with https and is shown in full only here.',
    addresses: 'Email addresses',
    addressesHelp: 'For email, separated by commas.',
    details: 'Include names, email addresses and titles',
    detailsHelp: 'Otherwise, notices contain only IDs and numbers.',
    types: 'Choose notices',
    typesHelp: 'If you select none, all notices are sent.',
  },
  notices: noticeTypes as Readonly<Record<NoticeType, string>>,
  secret: {
    pageTitle: 'Webhook secret',
    title: ({ name }: { name: string }) => `Secret of ${name}`,
    help: 'The receiver uses this secret to verify that a request comes from here, as defined by Standard Webhooks.',
    newPageTitle: 'New webhook secret',
    newTitle: ({ name }: { name: string }) => `New secret of ${name}`,
    newHelp: 'For 24 hours, requests are also signed with the previous secret.',
    rotate: 'Rotate secret',
  },
  page: {
    failingSince: ({ moment }: { moment: Child }) => phrase`All attempts have failed since ${moment}.`,
    previousSecret: ({ moment }: { moment: Child }) =>
      phrase`Requests are also signed with the previous secret until ${moment}.`,
    test: 'Send test',
    deleteHelp: 'Deleting the webhook also deletes its deliveries. No more notices are sent to it.',
    delete: 'Delete webhook',
  },
  deliveries: {
    table: 'Deliveries in a table',
    content: 'Content of the notice',
    title: 'Deliveries',
    lead: 'The last seven days, newest first.',
    empty: 'No deliveries yet.',
    notice: 'Notice',
    repeat: 'Send again',
    states: {
      delivered: 'Delivered',
      pending: 'Pending',
      dead: 'Failed',
    },
    status: ({ protocol, status }: { protocol: 'HTTP' | 'SMTP'; status: number }) => `${protocol} status ${status}`,
    attempts: ({ attempts }: { attempts: number }) => `${attempts} attempts`,
    lastAttempt: ({ moment }: { moment: Child }) => phrase`last attempt ${moment}`,
  },
  states: {
    ended: 'Ended: receiver no longer exists',
    pausedAfterFailures: 'Paused after failures',
  },
}
