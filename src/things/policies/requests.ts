import { defineThing } from '../../service/fields/define-thing.ts'
import { hidden, idOf, number, text, time } from '../../service/fields/field.ts'
import { isBefore, isEmpty, isSet } from '../../service/fields/states.ts'
import { parseMailAddress } from '../../service/notices/mail-message.ts'
import { emailLengthMax } from '../../service/records/text-limits.ts'

/** How long the link in a letter works. */
export const linkLifeMs = 14 * 86_400_000

/** Somebody is asked by a letter to acknowledge the version that holds. The link in it works once. */
export const policyRequest = defineThing({
  id: 'policy-request',
  about: 'Requests by letter to acknowledge a policy. The link in the letter works once.',
  since: 1,
  scopes: { read: 'people:read', write: 'people:write' },
  place: 'part',
  verbs: ['create', 'delete'],
  fields: {
    email: text({
      max: emailLengthMax,
      description: 'The address that the letter goes to.',
      example: 'ada@acme.example',
    }),
    policyId: idOf('policy', {
      description: 'The policy. The version that holds when the letter is sent is the one to acknowledge.',
    }),
    tokenHash: hidden(text({ max: 64, description: 'SHA-256 of the token in the link.' }).optional()),
  },
  systemFields: {
    number: number({
      min: 1,
      max: 100_000,
      description: 'Number of the version to acknowledge: the one that held when the letter was sent.',
    }).nullable(),
    letterAtMs: time({ description: 'When the letter was sent.' }).nullable(),
    endsAtMs: time({ description: 'Until when its link works.' }).nullable(),
    acknowledgedAtMs: time({ description: 'When they acknowledged it by the link.' }).nullable(),
  },
  rollups: {
    acknowledgedAtMs: { of: 'policy-acknowledgement', by: 'requestId', take: 'min', field: 'acknowledgedAtMs' },
  },
  rules: ({ email }) =>
    parseMailAddress(email) === undefined
      ? [{ path: 'email', message: 'must be one e-mail address, as ada@acme.example' }]
      : [],
  states: {
    acknowledged: { acknowledgedAtMs: isSet() },
    'not-sent': { endsAtMs: isEmpty() },
    ended: { endsAtMs: isBefore() },
    asked: {},
  },
  actions: {
    'note-letter': {
      summary: 'Note that the letter was sent',
      from: ['not-sent'],
      refuse: (_, { named }) =>
        readPublishedNumber(named) === null
          ? 'The policy is not published, so that nobody can acknowledge it.'
          : undefined,
      run: (_, { nowMs, named }) => ({
        letterAtMs: nowMs,
        endsAtMs: nowMs + linkLifeMs,
        number: readPublishedNumber(named),
      }),
    },
  },
  list: { columns: ['email', 'number', 'letterAtMs', 'endsAtMs', 'acknowledgedAtMs'], max: 100_000 },
  messages: {
    en: {
      title: 'Requests to acknowledge',
      lead: 'A letter asks somebody to acknowledge the version that holds. Its link works once, for 14 days.',
      empty: 'Nobody was asked by letter.',
      add: 'Ask an address',
      fields: {
        email: 'Email address',
        policyId: 'Policy',
        number: 'Version to acknowledge',
        letterAtMs: 'Letter sent',
        endsAtMs: 'Link works until',
        acknowledgedAtMs: 'Acknowledged',
      },
      states: { acknowledged: 'Acknowledged', 'not-sent': 'Letter not sent', ended: 'Link ended', asked: 'Asked' },
      actions: { 'note-letter': 'Mark the letter as sent' },
    },
    de: {
      title: 'Aufforderungen',
      lead: 'Ein Brief fordert auf, die geltende Fassung zu bestätigen. Sein Link gilt einmal, 14 Tage lang.',
      empty: 'Niemand wurde mit einem Brief aufgefordert.',
      add: 'Adresse auffordern',
      fields: {
        email: 'E-Mail-Adresse',
        policyId: 'Richtlinie',
        number: 'Zu bestätigende Fassung',
        letterAtMs: 'Brief gesendet',
        endsAtMs: 'Link gilt bis',
        acknowledgedAtMs: 'Bestätigt am',
      },
      hints: {
        email: 'Die Adresse, an die der Brief geht.',
        policyId: 'Die Richtlinie. Zu bestätigen ist die Fassung, die gilt, wenn der Brief gesendet wird.',
      },
      states: {
        acknowledged: 'Bestätigt',
        'not-sent': 'Brief nicht gesendet',
        ended: 'Link abgelaufen',
        asked: 'Aufgefordert',
      },
      actions: { 'note-letter': 'Brief als gesendet vermerken' },
    },
  },
})

function readPublishedNumber(named: Readonly<Record<string, Readonly<Record<string, unknown>>>>): number | null {
  const number = named.policyId?.publishedNumber
  return typeof number === 'number' ? number : null
}
