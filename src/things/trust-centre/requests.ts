import { defineThing } from '../../service/fields/define-thing.ts'
import { day, idOf, list, text, time } from '../../service/fields/field.ts'
import { isBefore, isEmpty, isSet } from '../../service/fields/states.ts'
import { emailLengthMax, nameLengthMax, reasonLengthMax, titleLengthMax } from '../../service/records/text-limits.ts'
import { requestDocumentsMax } from './limits.ts'

const scopes = { read: 'people:read', write: 'judgements:write' } as const

/** A visitor asks for documents. Only the public page makes one. */
export const trustRequest = defineThing({
  id: 'trust-request',
  about: 'Requests of visitors of trust centres for documents.',
  since: 1,
  scopes,
  place: 'part',
  verbs: ['delete'],
  needy: ['waiting'],
  fields: {
    name: text({ max: nameLengthMax, description: 'Who asks.', example: 'Grace Hopper' }),
    centreId: idOf('trust-centre', { description: 'The trust centre.' }),
    email: text({ max: emailLengthMax, description: 'The address of whoever asks.', example: 'grace@example.com' }),
    company: text({ max: titleLengthMax, description: 'The company of whoever asks.' }).optional(),
    reason: text({ max: reasonLengthMax, hasLines: true, description: 'What the documents are for.' }).optional(),
    documents: list(idOf('trust-document', { description: 'Ids of the documents that were asked for.' }), {
      max: requestDocumentsMax,
    }).optional(),
  },
  systemFields: {
    letterAtMs: time({ description: 'When the letter that asks for the agreement was sent.' }).nullable(),
    agreedAtMs: time({ description: 'When they agreed, by the link in that letter.' }).nullable(),
    declinedAtMs: time({ description: 'When it was declined.' }).nullable(),
    grantedUntilDay: day({ description: 'Last day of the grants that hold.' }).nullable(),
  },
  rollups: {
    agreedAtMs: { of: 'trust-agreement', by: 'requestId', take: 'min', field: 'agreedAtMs' },
    grantedUntilDay: {
      of: 'trust-grant',
      by: 'requestId',
      take: 'max',
      field: 'lastDay',
      where: { revokedAtMs: isEmpty() },
    },
  },
  states: {
    declined: { declinedAtMs: isSet() },
    granted: { agreedAtMs: isSet(), grantedUntilDay: isSet() },
    waiting: { agreedAtMs: isSet() },
    asked: { letterAtMs: isSet() },
    'not-asked': {},
  },
  actions: {
    decline: {
      summary: 'Decline it; its grants give nothing from then on',
      from: ['waiting', 'granted'],
      run: (_, { nowMs }) => ({ declinedAtMs: nowMs }),
    },
    'note-letter': {
      summary: 'Note that the letter that asks for the agreement was sent',
      from: ['not-asked'],
      run: (_, { nowMs }) => ({ letterAtMs: nowMs }),
    },
  },
  list: { columns: ['name', 'email', 'company', 'agreedAtMs', 'grantedUntilDay'], max: 10_000 },
  messages: {
    en: {
      title: 'Requests for documents',
      lead: 'Visitors of your trust centres ask for documents. They count once the address was confirmed.',
      empty: 'No requests.',
      add: 'Add a request',
      fields: {
        name: 'Who asks',
        centreId: 'Trust centre',
        email: 'Email address',
        company: 'Company',
        reason: 'Reason',
        documents: 'Documents',
        letterAtMs: 'Letter sent',
        agreedAtMs: 'Agreed',
        declinedAtMs: 'Declined',
        grantedUntilDay: 'Granted until',
      },
      states: {
        declined: 'Declined',
        granted: 'Granted',
        waiting: 'Waits for your decision',
        asked: 'Not confirmed',
        'not-asked': 'Letter not sent',
      },
      actions: { decline: 'Decline', 'note-letter': 'Mark the letter as sent' },
    },
    de: {
      title: 'Anfragen nach Dokumenten',
      lead: 'Besucher Ihrer Trust-Center fragen nach Dokumenten. Eine Anfrage zählt, sobald die Adresse bestätigt ist.',
      empty: 'Keine Anfragen.',
      add: 'Anfrage hinzufügen',
      fields: {
        name: 'Wer fragt',
        centreId: 'Zugehöriges Trust-Center',
        email: 'E-Mail-Adresse',
        company: 'Unternehmen',
        reason: 'Begründung',
        documents: 'Gewünschte Dokumente',
        letterAtMs: 'Brief gesendet',
        agreedAtMs: 'Zugestimmt',
        declinedAtMs: 'Abgelehnt',
        grantedUntilDay: 'Gewährt bis',
      },
      hints: {
        name: 'Wer fragt.',
        centreId: 'Das Trust-Center, auf dem gefragt wurde.',
        email: 'Die Adresse, von der die Anfrage kommt.',
        company: 'Das Unternehmen, für das gefragt wird.',
        reason: 'Wofür die Dokumente gebraucht werden.',
        documents: 'Kennungen der gewünschten Dokumente.',
      },
      states: {
        declined: 'Abgelehnt',
        granted: 'Gewährt',
        waiting: 'Wartet auf Ihre Entscheidung',
        asked: 'Nicht bestätigt',
        'not-asked': 'Brief nicht gesendet',
      },
      actions: { decline: 'Ablehnen', 'note-letter': 'Brief als gesendet vermerken' },
    },
  },
})

/** That whoever asked has agreed, by a link that only their address got. Only the public page makes one. */
export const trustAgreement = defineThing({
  id: 'trust-agreement',
  about: 'What people agreed to before they got documents.',
  since: 1,
  scopes,
  place: 'part',
  verbs: [],
  fields: {
    name: text({ max: titleLengthMax, description: 'The name that they typed.', example: 'Grace Hopper' }),
    requestId: idOf('trust-request', { description: 'The request.' }),
    agreedAtMs: time({ description: 'When.' }),
    textSha256: text({ max: 64, description: 'SHA-256 of the text of the agreement, hexadecimal.' }),
  },
  list: { columns: ['name', 'agreedAtMs', 'textSha256'], max: 10_000 },
  messages: {
    en: {
      title: 'Agreements',
      lead: 'Who agreed to which text, and when.',
      empty: 'Nobody has agreed.',
      add: 'Agree',
      fields: { name: 'Typed name', requestId: 'Request', agreedAtMs: 'Agreed', textSha256: 'SHA-256 of the text' },
      states: {},
      actions: {},
    },
    de: {
      title: 'Zustimmungen',
      lead: 'Wer welchem Text wann zugestimmt hat.',
      empty: 'Niemand hat zugestimmt.',
      add: 'Zustimmen',
      fields: {
        name: 'Getippter Name',
        requestId: 'Anfrage',
        agreedAtMs: 'Zugestimmt',
        textSha256: 'SHA-256 des Textes',
      },
      hints: {
        name: 'Der getippte Name.',
        requestId: 'Um welche Anfrage es geht.',
        agreedAtMs: 'Wann zugestimmt wurde.',
        textSha256: 'SHA-256 des Textes der Vereinbarung, hexadezimal.',
      },
      states: {},
      actions: {},
    },
  },
})

/** One document for whoever asked, until a day. Its key is a link in a letter. */
export const trustGrant = defineThing({
  id: 'trust-grant',
  about: 'Grants: one document of a trust centre for one request, until a day.',
  since: 1,
  scopes,
  place: 'part',
  verbs: ['create'],
  fields: {
    lastDay: day({ description: 'Last day on which the document can be downloaded.' }),
    requestId: idOf('trust-request', { description: 'The request.' }),
    documentId: idOf('trust-document', { description: 'The document that they get.' }),
  },
  systemFields: {
    letterAtMs: time({ description: 'When the letter with the key was sent.' }).nullable(),
    revokedAtMs: time({ description: 'When it was revoked.' }).nullable(),
  },
  states: {
    revoked: { revokedAtMs: isSet() },
    ended: { lastDay: isBefore() },
    'not-sent': { letterAtMs: isEmpty() },
    valid: {},
  },
  rules: ({ lastDay }, { today, before, named: { requestId: request, documentId: document } }) => [
    ...(lastDay < today && lastDay !== before?.lastDay
      ? [{ path: 'lastDay', message: 'must not be over already: the key would open nothing on any day' }]
      : []),
    ...(request && document && request.centreId !== document.centreId
      ? [{ path: 'documentId', message: 'must be a document of the trust centre on which it was asked for' }]
      : []),
  ],
  actions: {
    revoke: {
      summary: 'Revoke it: the key opens nothing from then on',
      from: ['not-sent', 'valid'],
      run: (_, { nowMs }) => ({ revokedAtMs: nowMs }),
    },
    'note-letter': {
      summary: 'Note that the letter with the key was sent',
      from: ['not-sent'],
      run: (_, { nowMs }) => ({ letterAtMs: nowMs }),
    },
  },
  list: { columns: ['lastDay', 'letterAtMs', 'revokedAtMs'], max: 50_000 },
  messages: {
    en: {
      title: 'Grants',
      lead: 'One document for one request, until a day.',
      empty: 'Nothing granted.',
      add: 'Grant another document',
      fields: {
        lastDay: 'Until',
        requestId: 'Request',
        documentId: 'Document to grant',
        letterAtMs: 'Letter sent',
        revokedAtMs: 'Revoked',
      },
      states: { revoked: 'Revoked', ended: 'Ended', 'not-sent': 'Letter not sent', valid: 'Valid' },
      actions: { revoke: 'Revoke', 'note-letter': 'Mark the letter as sent' },
    },
    de: {
      title: 'Gewährte Dokumente',
      lead: 'Ein Dokument für eine Anfrage, bis zu einem Tag.',
      empty: 'Nichts gewährt.',
      add: 'Weiteres Dokument gewähren',
      fields: {
        lastDay: 'Bis zum',
        requestId: 'Anfrage',
        documentId: 'Gewährtes Dokument',
        letterAtMs: 'Brief gesendet',
        revokedAtMs: 'Widerrufen',
      },
      hints: {
        lastDay: 'Letzter Tag, an dem das Dokument heruntergeladen werden kann.',
        requestId: 'Um welche Anfrage es geht.',
        documentId: 'Das Dokument, das sie bekommen.',
      },
      states: { revoked: 'Widerrufen', ended: 'Beendet', 'not-sent': 'Brief nicht gesendet', valid: 'Gültig' },
      actions: { revoke: 'Widerrufen', 'note-letter': 'Brief als gesendet vermerken' },
    },
  },
})
