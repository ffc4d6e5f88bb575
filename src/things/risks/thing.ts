import { defineThing } from '../../service/fields/define-thing.ts'
import { choice, day, idOf, list, number, text } from '../../service/fields/field.ts'
import { isBefore, isEmpty, isOneOf, isSet } from '../../service/fields/states.ts'
import { computeNextReviewDay, reviewDays, rollupReviews } from '../records/review-days.ts'
import { parseRiskControl } from './residual.ts'

/** What may happen to the organization. */
export const risk = defineThing({
  id: 'risk',
  about: 'Risks: what may happen, how bad it is, and what is done about it.',
  since: 1,
  scopes: { read: 'tasks:read', write: 'tasks:write' },
  commentedAs: 'risk',
  fields: {
    title: text({
      max: 200,
      description: 'What may happen, in a few words.',
      example: 'A laptop with customer data is lost',
    }),
    description: text({ max: 10_000, hasLines: true, description: 'How it may happen, and what follows.' }).optional(),
    likelihood: number({
      min: 1,
      max: 5,
      description: 'How likely it is without controls: 1 is rare, 5 is almost certain.',
    }),
    impact: number({ min: 1, max: 5, description: 'How bad it is without controls: 1 is negligible, 5 is severe.' }),
    treatment: choice(['mitigate', 'accept', 'transfer', 'avoid'], { description: 'What is done about it.' }),
    ownerId: idOf('person', { description: 'The person who takes care of it.' }).optional(),
    controls: list(
      text({
        max: 220,
        description: 'What each control lowers, said beforehand: "soc2:CC6.1 likelihood 1", by 1 or 2.',
        example: 'soc2:CC6.1 likelihood 1',
      }),
    ).optional(),
    waivers: list(idOf('waiver', { description: 'Accepted risks of findings that belong to it.' })).optional(),
    reviewEveryDays: number({
      min: reviewDays.min,
      max: reviewDays.max,
      description: 'Days after which it has to be reviewed again.',
      example: 180,
    }),
    closedDay: day({ description: 'Day on which it ceased to exist.' }).optional(),
  },
  systemFields: {
    reviewedDay: day({ description: 'Day of the newest review that was accepted.' }).nullable(),
    nextReviewDay: day({ description: 'Last day for the next review.' }).nullable(),
  },
  rollups: {
    reviewedDay: rollupReviews('risk'),
  },
  derive: ({ reviewedDay, reviewEveryDays }) => ({
    nextReviewDay: computeNextReviewDay(reviewedDay, reviewEveryDays),
  }),
  owes: ({ title, ownerId, reviewEveryDays, reviewedDay, closedDay }) =>
    closedDay === null
      ? { title: `Review of the risk ${title}`, everyDays: reviewEveryDays, doneDay: reviewedDay, ownerId }
      : undefined,
  states: {
    closed: { closedDay: isSet() },
    'never-reviewed': { reviewedDay: isEmpty() },
    due: { nextReviewDay: isBefore() },
    accepted: { treatment: isOneOf('accept') },
    treated: {},
  },
  rules: ({ controls }) =>
    (controls ?? []).flatMap((line) =>
      parseRiskControl(line) === undefined
        ? [{ path: 'controls', message: `must have lines such as "soc2:CC6.1 likelihood 1", by 1 or 2` }]
        : [],
    ),
  controlsOf: ({ controls }) =>
    (controls ?? []).flatMap((line) => {
      const parsed = parseRiskControl(line)
      return parsed === undefined ? [] : [{ path: 'controls', control: parsed.control }]
    }),
  list: { columns: ['title', 'likelihood', 'impact', 'treatment', 'ownerId', 'nextReviewDay'] },
  messages: {
    en: {
      title: 'Risks',
      lead: 'What may happen, and what your controls are observed to leave of it.',
      empty: 'No risks.',
      add: 'Add a risk',
      fields: {
        title: 'Risk',
        description: 'Description',
        likelihood: 'Likelihood',
        impact: 'Impact',
        treatment: 'Treatment',
        ownerId: 'Owner',
        controls: 'Controls',
        waivers: 'Accepted risks of findings',
        reviewEveryDays: 'Review every (days)',
        closedDay: 'Closed on',
        reviewedDay: 'Reviewed',
        nextReviewDay: 'Next review',
      },
      states: {
        closed: 'Closed',
        'never-reviewed': 'Never reviewed',
        due: 'Due',
        accepted: 'Accepted',
        treated: 'Treated',
      },
      choices: { mitigate: 'Mitigate', accept: 'Accept', transfer: 'Transfer', avoid: 'Avoid' },
      actions: {},
    },
    de: {
      title: 'Risiken',
      lead: 'Was geschehen kann, und was Ihre Maßnahmen nach Beobachtung davon übrig lassen.',
      empty: 'Keine Risiken.',
      add: 'Risiko hinzufügen',
      fields: {
        title: 'Risiko',
        description: 'Beschreibung',
        likelihood: 'Wahrscheinlichkeit',
        impact: 'Auswirkung',
        treatment: 'Behandlung',
        ownerId: 'Zuständig',
        controls: 'Maßnahmen',
        waivers: 'Akzeptierte Risiken von Feststellungen',
        reviewEveryDays: 'Überprüfung alle (Tage)',
        closedDay: 'Geschlossen am',
        reviewedDay: 'Überprüft',
        nextReviewDay: 'Nächste Überprüfung',
      },
      hints: {
        title: 'Was geschehen kann, in wenigen Worten.',
        description: 'Wie es geschehen kann, und was daraus folgt.',
        likelihood: 'Wie wahrscheinlich es ohne Maßnahmen ist: 1 ist selten, 5 ist fast sicher.',
        impact: 'Wie schlimm es ohne Maßnahmen ist: 1 ist unbedeutend, 5 ist schwer.',
        treatment: 'Was dagegen getan wird.',
        ownerId: 'Wer sich darum kümmert.',
        controls: 'Was jede Maßnahme senkt, im Voraus gesagt: „soc2:CC6.1 likelihood 1“, um 1 oder 2.',
        waivers: 'Akzeptierte Risiken von Feststellungen, die dazu gehören.',
        reviewEveryDays: 'Tage, nach denen es wieder zu überprüfen ist.',
        closedDay: 'Tag, an dem es aufgehört hat zu bestehen.',
      },
      states: {
        closed: 'Geschlossen',
        'never-reviewed': 'Nie überprüft',
        due: 'Fällig',
        accepted: 'Akzeptiert',
        treated: 'Behandelt',
      },
      choices: { mitigate: 'Mindern', accept: 'Akzeptieren', transfer: 'Übertragen', avoid: 'Vermeiden' },
      actions: {},
    },
  },
})
