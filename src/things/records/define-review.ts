import { defineThing } from '../../service/fields/define-thing.ts'
import { day, flag, idOf, text, time } from '../../service/fields/field.ts'
import { isSet } from '../../service/fields/states.ts'
import type { Scope } from '../../service/rights/scopes.ts'
import { addDays } from '../../text/calendar-day.ts'

/** What is reviewed. */
interface ReviewedThing {
  /** Of the thing: `vendor`. */
  readonly id: string
  readonly scopes: { readonly read: Scope; readonly write: Scope }
  /** The record that is reviewed, in words: "The vendor that was reviewed." */
  readonly about: { readonly en: string; readonly de: string }
  readonly names: { readonly en: string; readonly de: string }
}

/** Reviews of a thing: what a person says of it, which counts when another one has accepted it. */
export function defineReview({ id, scopes, about, names }: ReviewedThing) {
  return defineThing({
    id: `${id}-review`,
    about: `Reviews of each ${id}: statements that count when another person has accepted them.`,
    since: 1,
    scopes,
    place: 'part',
    verbs: ['create', 'delete'],
    deleteFrom: ['waiting', 'refused'],
    fields: {
      text: text({ max: 10_000, hasLines: true, description: 'What was looked at, and what came out.' }),
      subjectId: idOf(id, { description: about.en }),
      doneDay: day({ description: 'Day on which it was reviewed.' }),
      fileId: idOf('upload', { description: 'A file that shows it.' }).optional(),
    },
    systemFields: {
      acceptedAtMs: time({ description: 'When it was accepted.' }).nullable(),
      refusedAtMs: time({ description: 'When it was refused.' }).nullable(),
      decidedBy: idOf('person', { description: 'The person who decided about it.' }).nullable(),
      wasAlone: flag({ description: 'Whether nobody else could decide, so that its author did.' }).nullable(),
    },
    rules: ({ doneDay }, { today }) =>
      // In the east the day has begun already.
      doneDay > addDays(today, 1) ? [{ path: 'doneDay', message: 'must not be a day that has not come yet' }] : [],
    states: { accepted: { acceptedAtMs: isSet() }, refused: { refusedAtMs: isSet() }, waiting: {} },
    actions: {
      accept: {
        summary: 'Accept what was stated',
        from: ['waiting', 'refused'],
        scope: 'judgements:write',
        byAnother: true,
        refuse: ({ doneDay }, { nowMs }) =>
          Date.parse(doneDay) > nowMs ? 'The day of the review has not come yet.' : undefined,
        run: (_, { nowMs, userId, isAlone }) => ({
          acceptedAtMs: nowMs,
          refusedAtMs: null,
          decidedBy: userId,
          wasAlone: isAlone,
        }),
      },
      refuse: {
        summary: 'Refuse what was stated',
        from: ['waiting', 'accepted'],
        scope: 'judgements:write',
        run: (_, { nowMs, userId }) => ({ refusedAtMs: nowMs, acceptedAtMs: null, decidedBy: userId }),
      },
    },
    list: { columns: ['text', 'doneDay', 'decidedBy'] },
    messages: {
      en: {
        title: names.en,
        lead: 'A review counts when another person has accepted it.',
        empty: 'No reviews.',
        add: 'State a review',
        fields: { ...enFields, subjectId: names.en },
        states: { accepted: 'Accepted', refused: 'Refused', waiting: 'Waits to be accepted' },
        actions: { accept: 'Accept', refuse: 'Refuse' },
      },
      de: {
        title: names.de,
        lead: 'Eine Überprüfung zählt, wenn eine andere Person sie akzeptiert hat.',
        empty: 'Keine Überprüfungen.',
        add: 'Überprüfung angeben',
        fields: { ...deFields, subjectId: names.de },
        hints: { ...deHints, subjectId: about.de },
        states: { accepted: 'Akzeptiert', refused: 'Abgelehnt', waiting: 'Wartet auf Annahme' },
        actions: { accept: 'Akzeptieren', refuse: 'Ablehnen' },
      },
    },
  })
}

const enFields = {
  text: 'Review',
  doneDay: 'Done on',
  fileId: 'File',
  acceptedAtMs: 'Accepted',
  refusedAtMs: 'Refused',
  decidedBy: 'Decided by',
  wasAlone: 'Decided alone',
}

const deFields = {
  text: 'Überprüfung',
  doneDay: 'Erledigt am',
  fileId: 'Datei',
  acceptedAtMs: 'Akzeptiert',
  refusedAtMs: 'Abgelehnt',
  decidedBy: 'Entschieden von',
  wasAlone: 'Allein entschieden',
}

const deHints = {
  text: 'Was angesehen wurde, und was dabei herauskam.',
  doneDay: 'Tag, an dem überprüft wurde.',
  fileId: 'Eine Datei, die es zeigt.',
}
