import { runWords } from '../../report/pieces/run-words.ts'
import { noticeTypes } from './notice.ts'

interface NamedService {
  /** What the service calls itself. */
  readonly service: string
}

interface NamedSender {
  /** What the organization calls itself, in quotes. */
  readonly organization: string
}

/** What letters to people say. Letters have these words in other languages too. */
export const letterWords = {
  types: noticeTypes,
  /** Whose turn it is, and what to do. */
  causes: runWords.causes,
  severities: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', info: 'Info' },
  test: { title: 'Test from Checkwright', text: 'Notices arrive here.' },
  push: 'A list is pushed',
  follow: 'An issue follows its finding',
  question: 'Do you want notices here?',
  digest: ({ day }: { readonly day: string }) => `What there was until ${day}`,
  /** What notices have, by the names of its members. */
  members: {
    author: 'Author',
    check: 'Check',
    checkId: 'Check',
    commentId: 'Comment',
    connectionId: 'Connection',
    connectionName: 'Name of the connection',
    connector: 'Connector',
    controls: 'Controls',
    day: 'Day',
    dueDay: 'Due on',
    entityId: 'Its id',
    entityType: 'About',
    expires: 'Ends',
    findingId: 'Finding',
    kind: 'Kind',
    message: 'Message',
    opened: 'New',
    overdue: 'Overdue',
    person: 'Person',
    reason: 'Reason',
    regressed: 'Again',
    resolved: 'Resolved',
    resource: 'Resource',
    results: 'Results',
    runId: 'Run',
    scoped: 'Only some checks',
    state: 'State',
    status: 'Status',
    text: 'Text',
    title: 'Title',
    total: 'All',
    userId: 'Person',
    waiverId: 'Accepted risk',
    webhookId: 'Webhook',
  },
  reason: ({ service, organization }: NamedService & NamedSender) =>
    `${service} sends you this for an organization that calls itself ${organization}. You have agreed to it.`,
  /** What every letter to somebody who has not agreed to any says of its sender. */
  itself: ({ organization }: NamedSender) => `It calls itself ${organization}.`,
  confirmation: {
    subject: 'Do you want notices at this address?',
    lead: ({ service }: NamedService) =>
      `An organization that uses ${service} wants notices to be sent to this address.`,
    until: 'To agree or to decline, open this page. The link works once, until',
    unknown: 'If you do not know the organization, do nothing. It then sends you nothing.',
  },
  agreement: {
    subject: 'Did you ask for documents?',
    lead: ({ service }: NamedService) =>
      `Somebody asked for documents of an organization that uses ${service}, with this address.`,
    open: 'To go on, read the agreement on this page and sign it with your name. The link works once, for three days:',
    unknown: 'If you did not ask, do nothing. Nobody then gets anything.',
  },
  grant: {
    subject: 'A document that you asked for',
    lead: ({ organization, lastDay }: NamedSender & { readonly lastDay: string }) =>
      `An organization that calls itself ${organization} lets you download a document, until ${lastDay} (UTC):`,
    alone: 'The link is for you alone. The organization sees each download.',
  },
  acknowledgement: {
    subject: 'Please read a policy',
    lead: ({ service }: NamedService) =>
      `An organization that uses ${service} asks you to read one of its policies and to acknowledge it.`,
    until: 'Opening this page acknowledges nothing yet. The link works once, until',
    alone: 'The link is for you alone: who uses it acknowledges the policy in your name.',
    unknown: 'If you do not know the organization, do nothing.',
  },
}

/** In any language. The names of causes, types and members stay. */
export type LetterWords = Omit<typeof letterWords, 'types'> & {
  readonly types: Readonly<Record<keyof typeof noticeTypes, string>>
}
