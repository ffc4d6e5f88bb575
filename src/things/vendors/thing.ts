import { defineThing } from '../../service/fields/define-thing.ts'
import { choice, day, idOf, link, list, number, text, time } from '../../service/fields/field.ts'
import { isBefore, isEmpty, isSet } from '../../service/fields/states.ts'
import { titleLengthMax } from '../../service/records/text-limits.ts'
import { computeNextReviewDay, reviewDays, rollupReviews } from '../records/review-days.ts'

const scopes = { read: 'tasks:read', write: 'tasks:write' } as const
const endsFirst = { path: 'lastDay', message: 'must not be before firstDay' }

/** Companies whose services the organization uses. */
export const vendor = defineThing({
  id: 'vendor',
  about: 'Vendors: companies whose services the organization uses.',
  since: 1,
  scopes,
  commentedAs: 'vendor',
  needy: ['document-ended'],
  fields: {
    name: text({ max: titleLengthMax, description: 'What people call it.', example: 'Acme Cloud' }),
    website: link({ description: 'Its website.', example: 'https://acme.example' }).optional(),
    purpose: text({ max: 2_000, hasLines: true, description: 'What the organization uses it for.' }).optional(),
    data: text({ max: 2_000, hasLines: true, description: 'Which data it gets.' }).optional(),
    criticality: choice(['low', 'medium', 'high', 'critical'], { description: 'How much depends on it.' }),
    ownerId: idOf('person', { description: 'The person who takes care of it.' }).optional(),
    reviewEveryDays: number({
      min: reviewDays.min,
      max: reviewDays.max,
      description: 'Days after which it has to be reviewed again.',
      example: 365,
    }),
    applications: list(
      text({ max: 200, description: 'Names of its applications, as inventories have them.' }),
    ).optional(),
  },
  systemFields: {
    reviewedDay: day({ description: 'Day of the newest review that was accepted.' }).nullable(),
    nextReviewDay: day({ description: 'Last day for the next review.' }).nullable(),
    documentsEndDay: day({ description: 'Day on which the first of its documents ends.' }).nullable(),
  },
  rollups: {
    reviewedDay: rollupReviews('vendor'),
    documentsEndDay: {
      of: 'vendor-document',
      by: 'vendorId',
      take: 'min',
      field: 'lastDay',
      where: { replacedAtMs: isEmpty() },
    },
  },
  derive: ({ reviewedDay, reviewEveryDays }) => ({
    nextReviewDay: computeNextReviewDay(reviewedDay, reviewEveryDays),
  }),
  owes: ({ name, ownerId, reviewEveryDays, reviewedDay }) => ({
    title: `Review of the vendor ${name}`,
    everyDays: reviewEveryDays,
    doneDay: reviewedDay,
    ownerId,
  }),
  states: {
    'never-reviewed': { reviewedDay: isEmpty() },
    'document-ended': { documentsEndDay: isBefore() },
    due: { nextReviewDay: isBefore() },
    reviewed: {},
  },
  list: { columns: ['name', 'criticality', 'ownerId', 'reviewedDay', 'nextReviewDay', 'documentsEndDay'] },
  messages: {
    en: {
      title: 'Vendors',
      lead: 'Companies whose services you use, and when each was last reviewed.',
      empty: 'No vendors.',
      add: 'Add a vendor',
      fields: {
        name: 'Name',
        website: 'Website',
        purpose: 'Purpose',
        data: 'Data',
        criticality: 'Criticality',
        ownerId: 'Owner',
        reviewEveryDays: 'Review every (days)',
        applications: 'Applications',
        reviewedDay: 'Reviewed',
        nextReviewDay: 'Next review',
        documentsEndDay: 'Documents end',
      },
      states: {
        'never-reviewed': 'Never reviewed',
        'document-ended': 'Document ended',
        due: 'Due',
        reviewed: 'Reviewed',
      },
      choices: { low: 'Low', medium: 'Medium', high: 'High', critical: 'Critical' },
      actions: {},
    },
    de: {
      title: 'Lieferanten',
      lead: 'Unternehmen, deren Dienste Sie nutzen, und wann jedes zuletzt überprüft wurde.',
      empty: 'Keine Lieferanten.',
      add: 'Lieferanten hinzufügen',
      fields: {
        name: 'Name',
        website: 'Webseite',
        purpose: 'Zweck',
        data: 'Daten',
        criticality: 'Bedeutung',
        ownerId: 'Zuständig',
        reviewEveryDays: 'Überprüfung alle (Tage)',
        applications: 'Anwendungen',
        reviewedDay: 'Überprüft',
        nextReviewDay: 'Nächste Überprüfung',
        documentsEndDay: 'Dokumente enden',
      },
      hints: {
        name: 'Wie man ihn nennt.',
        website: 'Seine Webseite.',
        purpose: 'Wofür die Organisation ihn nutzt.',
        data: 'Welche Daten er bekommt.',
        criticality: 'Wie viel von ihm abhängt.',
        ownerId: 'Wer sich um ihn kümmert.',
        reviewEveryDays: 'Tage, nach denen er wieder zu überprüfen ist.',
        applications: 'Namen seiner Anwendungen, wie Inventare sie haben.',
      },
      states: {
        'never-reviewed': 'Nie überprüft',
        'document-ended': 'Dokument beendet',
        due: 'Fällig',
        reviewed: 'Überprüft',
      },
      choices: { low: 'Gering', medium: 'Mittel', high: 'Hoch', critical: 'Kritisch' },
      actions: {},
    },
  },
})

/** A document of a vendor, such as a certificate. Its last day is read by a person, never guessed. */
export const vendorDocument = defineThing({
  id: 'vendor-document',
  about: 'Documents of vendors, with the days that a person read in them.',
  since: 1,
  scopes,
  place: 'part',
  needy: ['ended'],
  fields: {
    title: text({ max: titleLengthMax, description: 'What it is.', example: 'ISO 27001 certificate' }),
    vendorId: idOf('vendor', { description: 'The vendor whose document it is.' }),
    firstDay: day({ description: 'First day on which it is valid.' }).optional(),
    lastDay: day({ description: 'Last day on which it is valid, as a person read it in the document.' }).optional(),
    fileId: idOf('upload', { description: 'The file.' }).optional(),
  },
  systemFields: { replacedAtMs: time({ description: 'When it was replaced.' }).nullable() },
  states: {
    replaced: { replacedAtMs: isSet() },
    ended: { lastDay: isBefore() },
    'without-end': { lastDay: isEmpty() },
    valid: {},
  },
  rules: ({ firstDay, lastDay }) => (firstDay !== null && lastDay !== null && firstDay > lastDay ? [endsFirst] : []),
  actions: {
    replace: {
      summary: 'Say that a newer document stands in its place',
      from: ['ended', 'valid', 'without-end'],
      run: (_, { nowMs }) => ({ replacedAtMs: nowMs }),
    },
  },
  list: { columns: ['title', 'firstDay', 'lastDay'] },
  messages: {
    en: {
      title: 'Documents',
      lead: 'Documents of vendors. A person has read their days.',
      empty: 'No documents.',
      add: 'Add a document',
      fields: {
        title: 'Document',
        vendorId: 'Vendor',
        firstDay: 'Valid from',
        lastDay: 'Valid until',
        fileId: 'File',
        replacedAtMs: 'Replaced',
      },
      states: { replaced: 'Replaced', ended: 'Ended', 'without-end': 'Without an end', valid: 'Valid' },
      actions: { replace: 'Mark as replaced' },
    },
    de: {
      title: 'Dokumente',
      lead: 'Dokumente von Lieferanten. Eine Person hat ihre Tage gelesen.',
      empty: 'Keine Dokumente.',
      add: 'Dokument hinzufügen',
      fields: {
        title: 'Dokument',
        vendorId: 'Lieferant',
        firstDay: 'Gültig ab',
        lastDay: 'Gültig bis',
        fileId: 'Datei',
        replacedAtMs: 'Ersetzt',
      },
      hints: {
        title: 'Was es ist.',
        vendorId: 'Der Lieferant, zu dem es gehört.',
        firstDay: 'Erster Tag, an dem es gültig ist.',
        lastDay: 'Letzter Tag, an dem es gültig ist, wie eine Person ihn im Dokument gelesen hat.',
        fileId: 'Die Datei.',
      },
      states: { replaced: 'Ersetzt', ended: 'Beendet', 'without-end': 'Ohne Ende', valid: 'Gültig' },
      actions: { replace: 'Als ersetzt markieren' },
    },
  },
})
