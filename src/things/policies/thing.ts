import { defineThing } from '../../service/fields/define-thing.ts'
import { choice, day, flag, hidden, idOf, number, text, time } from '../../service/fields/field.ts'
import { isBefore, isEmpty, isSet } from '../../service/fields/states.ts'
import { emailLengthMax, titleLengthMax } from '../../service/records/text-limits.ts'
import { formatDay } from '../../text/calendar-day.ts'
import { computeNextReviewDay, reviewDays } from '../records/review-days.ts'

const scopes = { read: 'tasks:read', write: 'tasks:write' } as const

/** What people of the organization have to keep to. */
export const policy = defineThing({
  id: 'policy',
  plural: 'policies',
  about: 'Policies: what people of the organization have to keep to.',
  since: 1,
  scopes,
  commentedAs: 'policy',
  fields: {
    name: text({ max: titleLengthMax, description: 'What people call it.', example: 'Acceptable use' }),
    ownerId: idOf('person', { description: 'The person who takes care of it.' }).optional(),
    reviewEveryDays: number({
      min: reviewDays.min,
      max: reviewDays.max,
      description: 'Days after which a version has to be published again.',
      example: 365,
    }),
  },
  systemFields: {
    publishedNumber: number({ min: 1, max: 100_000, description: 'Number of the version that holds.' }).nullable(),
    publishedDay: day({ description: 'Day on which it was published.' }).nullable(),
    nextReviewDay: day({ description: 'Last day for the next version.' }).nullable(),
  },
  rollups: {
    publishedNumber: {
      of: 'policy-version',
      by: 'policyId',
      take: 'max',
      field: 'number',
      where: { publishedAtMs: isSet() },
    },
    publishedDay: { of: 'policy-version', by: 'policyId', take: 'max', field: 'publishedDay' },
  },
  derive: ({ publishedDay, reviewEveryDays }) => ({
    nextReviewDay: computeNextReviewDay(publishedDay, reviewEveryDays),
  }),
  owes: ({ name, ownerId, reviewEveryDays, publishedDay }) => ({
    title: `Review of the policy ${name}`,
    everyDays: reviewEveryDays,
    doneDay: publishedDay,
    ownerId,
  }),
  states: { unpublished: { publishedNumber: isEmpty() }, due: { nextReviewDay: isBefore() }, published: {} },
  list: { columns: ['name', 'ownerId', 'publishedNumber', 'publishedDay', 'nextReviewDay'] },
  messages: {
    en: {
      title: 'Policies',
      lead: 'What people have to keep to, which version holds, and who has acknowledged it.',
      empty: 'No policies.',
      add: 'Add a policy',
      fields: {
        name: 'Name',
        ownerId: 'Owner',
        reviewEveryDays: 'Review every (days)',
        publishedNumber: 'Version',
        publishedDay: 'Published',
        nextReviewDay: 'Next review',
      },
      states: { unpublished: 'Not published', due: 'Due', published: 'Published' },
      actions: {},
    },
    de: {
      title: 'Richtlinien',
      lead: 'Woran sich Personen halten müssen, welche Fassung gilt, und wer sie bestätigt hat.',
      empty: 'Keine Richtlinien.',
      add: 'Richtlinie hinzufügen',
      fields: {
        name: 'Name',
        ownerId: 'Zuständig',
        reviewEveryDays: 'Überprüfung alle (Tage)',
        publishedNumber: 'Fassung',
        publishedDay: 'Veröffentlicht',
        nextReviewDay: 'Nächste Überprüfung',
      },
      hints: {
        name: 'Wie man sie nennt.',
        ownerId: 'Wer sich um sie kümmert.',
        reviewEveryDays: 'Tage, nach denen wieder eine Fassung zu veröffentlichen ist.',
      },
      states: { unpublished: 'Nicht veröffentlicht', due: 'Fällig', published: 'Veröffentlicht' },
      actions: {},
    },
  },
})

/** A version of a policy. Its text never changes; another person publishes it. */
export const policyVersion = defineThing({
  id: 'policy-version',
  about: 'Versions of policies. The text of a version never changes.',
  since: 1,
  scopes,
  place: 'part',
  verbs: ['create', 'delete'],
  deleteFrom: ['draft'],
  fields: {
    changes: text({ max: 500, description: 'What is new in it.', example: 'First version' }),
    policyId: idOf('policy', { description: 'The policy whose version it is.' }),
    text: text({ max: 100_000, hasLines: true, description: 'The text, in Markdown.' }),
  },
  systemFields: {
    number: number({ min: 1, max: 100_000, description: 'Its number, which counts up.' }).nullable(),
    publishedAtMs: time({ description: 'When it was published.' }).nullable(),
    publishedDay: day({ description: 'Day on which it was published.' }).nullable(),
    publishedBy: idOf('person', { description: 'The person who published it.' }).nullable(),
    wasAlone: flag({ description: 'Whether nobody else could publish it, so that its author did.' }).nullable(),
  },
  begin: (_, { named }) => ({ number: nextNumber(named) }),
  states: { draft: { publishedAtMs: isEmpty() }, published: {} },
  actions: {
    publish: {
      summary: 'Publish the version, in place of the one before',
      from: ['draft'],
      scope: 'judgements:write',
      byAnother: true,
      holds: 'policyId',
      refuse: (values, { named }) =>
        values.number === nextNumber(named)
          ? undefined
          : `Version ${nextNumber(named) - 1} was published meanwhile. Compare it, and make a new version.`,
      run: (_, { nowMs, userId, isAlone }) => ({
        publishedAtMs: nowMs,
        publishedDay: formatDay(nowMs),
        publishedBy: userId,
        wasAlone: isAlone,
      }),
    },
  },
  list: { columns: ['changes', 'number', 'publishedDay', 'publishedBy'], max: 50_000 },
  messages: {
    en: {
      title: 'Versions of policies',
      lead: 'The text of a version never changes. Another person publishes it.',
      empty: 'No versions.',
      add: 'Write a version',
      fields: {
        changes: 'What is new',
        policyId: 'Policy',
        text: 'Text (Markdown)',
        number: 'Number',
        publishedAtMs: 'Published at',
        publishedDay: 'Published',
        publishedBy: 'Published by',
        wasAlone: 'Published alone',
      },
      states: { draft: 'Draft', published: 'Published' },
      actions: { publish: 'Publish' },
    },
    de: {
      title: 'Fassungen von Richtlinien',
      lead: 'Der Text einer Fassung ändert sich nie. Eine andere Person veröffentlicht sie.',
      empty: 'Keine Fassungen.',
      add: 'Fassung schreiben',
      fields: {
        changes: 'Was neu ist',
        policyId: 'Richtlinie',
        text: 'Text (Markdown-Format)',
        number: 'Nummer',
        publishedAtMs: 'Veröffentlicht um',
        publishedDay: 'Veröffentlicht',
        publishedBy: 'Veröffentlicht von',
        wasAlone: 'Allein veröffentlicht',
      },
      hints: {
        changes: 'Was in ihr neu ist.',
        policyId: 'Die Richtlinie, zu der sie gehört.',
        text: 'Der Text, als Markdown.',
      },
      states: { draft: 'Entwurf', published: 'Veröffentlicht' },
      actions: { publish: 'Veröffentlichen' },
    },
  },
})

/** That somebody has acknowledged exactly one version. Only `acknowledgePolicy` makes one. */
export const policyAcknowledgement = defineThing({
  id: 'policy-acknowledgement',
  about: 'Who has acknowledged which version of a policy, and when.',
  since: 1,
  scopes,
  place: 'part',
  verbs: [],
  fields: {
    email: text({
      max: emailLengthMax,
      description: 'Their address at that time.',
      example: 'ada@acme.example',
    }).optional(),
    directoryId: hidden(text({ max: 500, description: 'Who had the address by the directory then.' }).optional()),
    policyId: idOf('policy', { description: 'The policy.' }),
    versionId: idOf('policy-version', { description: 'The version that they have acknowledged.' }),
    number: number({ min: 1, max: 100_000, description: 'Its number.' }),
    way: choice(['session', 'link'], { description: 'Whether they were signed in, or used a link in a letter.' }),
    requestId: idOf('policy-request', { description: 'The request whose link it was.' }).optional(),
    acknowledgedAtMs: time({ description: 'When.' }),
  },
  // It stays who did it, also after the person was removed.
  systemFields: { userId: idOf('person', { description: 'The person, if they were signed in.' }).nullable() },
  begin: ({ way }, { userId }) => ({ userId: way === 'session' ? userId : null }),
  list: { columns: ['email', 'userId', 'number', 'way', 'acknowledgedAtMs'], max: 1_000_000 },
  messages: {
    en: {
      title: 'Acknowledgements',
      lead: 'Who has acknowledged which version.',
      empty: 'Nobody has acknowledged it.',
      add: 'Acknowledge',
      fields: {
        email: 'Address',
        userId: 'Person',
        policyId: 'Policy',
        versionId: 'Version',
        number: 'Number of the version',
        way: 'How',
        requestId: 'Request',
        acknowledgedAtMs: 'Acknowledged',
      },
      choices: { session: 'Signed in', link: 'By a link sent to this address' },
      states: {},
      actions: {},
    },
    de: {
      title: 'Bestätigungen',
      lead: 'Wer welche Fassung bestätigt hat.',
      empty: 'Niemand hat sie bestätigt.',
      add: 'Bestätigen',
      fields: {
        email: 'Adresse',
        userId: 'Person (Name)',
        policyId: 'Richtlinie',
        versionId: 'Fassung',
        number: 'Nummer der Fassung',
        way: 'Wie',
        requestId: 'Aufforderung',
        acknowledgedAtMs: 'Bestätigt am',
      },
      choices: { session: 'Angemeldet', link: 'Über einen Link an diese Adresse' },
      hints: {
        email: 'Die Adresse zu dieser Zeit.',
        policyId: 'Um welche Richtlinie es geht.',
        versionId: 'Die bestätigte Fassung.',
        number: 'Ihre Nummer.',
        way: 'Ob angemeldet oder über einen Link in einem Brief.',
        requestId: 'Die Aufforderung, zu der der Link gehört.',
        acknowledgedAtMs: 'Wann bestätigt wurde.',
      },
      states: {},
      actions: {},
    },
  },
})

function nextNumber(named: Readonly<Record<string, Readonly<Record<string, unknown>>>>): number {
  return Number(named.policyId?.publishedNumber ?? 0) + 1
}
