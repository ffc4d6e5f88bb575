import { defineThing } from '../../service/fields/define-thing.ts'
import { choice, day, idOf, text } from '../../service/fields/field.ts'
import { isBefore, isOneOf } from '../../service/fields/states.ts'
import { titleLengthMax } from '../../service/records/text-limits.ts'

const scopes = { read: 'tasks:read', write: 'judgements:write' } as const

/** A document of a trust centre. Nobody but administrators knows of one that is not shown. */
export const trustDocument = defineThing({
  id: 'trust-document',
  about: 'Documents of trust centres: for everybody, on request, or not shown.',
  since: 1,
  scopes,
  place: 'part',
  needy: ['ended'],
  fields: {
    title: text({ max: titleLengthMax, description: 'What visitors read.', example: 'SOC 2 report, 2026' }),
    centreId: idOf('trust-centre', { description: 'The trust centre.' }),
    access: choice(['never', 'request', 'public'], { description: 'Who gets it.' }),
    kind: choice(['document', 'certificate'], { description: 'A certificate has a last day.' }),
    lastDay: day({ description: 'Last day on which it is valid, as a person read it in the document.' }).optional(),
    whenEnded: choice(['hide', 'show'], {
      description: 'What visitors see of it after its last day. Nobody gets it then.',
    }),
    fileId: idOf('upload', { description: 'The file, as it is given out.' }).optional(),
  },
  states: {
    'not-shown': { access: isOneOf('never') },
    ended: { lastDay: isBefore() },
    'on-request': { access: isOneOf('request') },
    public: {},
  },
  rules: ({ kind, lastDay }) =>
    kind === 'certificate' && lastDay === null
      ? [{ path: 'lastDay', message: 'must be there, because a certificate ends' }]
      : [],
  list: { columns: ['title', 'kind', 'access', 'lastDay'], max: 1_000 },
  messages: {
    en: {
      title: 'Documents of trust centres',
      lead: 'For everybody, for people who asked and agreed, or not shown.',
      empty: 'No documents.',
      add: 'Add a document to show',
      fields: {
        title: 'Name of the document',
        centreId: 'Trust centre',
        access: 'Who gets it',
        kind: 'What kind it is',
        lastDay: 'Valid until',
        whenEnded: 'After its last day',
        fileId: 'File',
      },
      states: { 'not-shown': 'Not shown', ended: 'Ended', 'on-request': 'On request', public: 'For everybody' },
      choices: {
        never: 'Nobody: it is not shown',
        request: 'People whose request you grant',
        public: 'Everybody who has the address',
        document: 'A document',
        certificate: 'A certificate',
        hide: 'Hide it',
        show: 'Show that it has ended',
      },
      actions: {},
    },
    de: {
      title: 'Dokumente von Trust-Centern',
      lead: 'Für alle, für Personen nach Anfrage und Zustimmung, oder nicht gezeigt.',
      empty: 'Keine Dokumente.',
      add: 'Dokument zum Zeigen hinzufügen',
      fields: {
        title: 'Name des Dokuments',
        centreId: 'Zugehöriges Trust-Center',
        access: 'Wer es bekommt',
        kind: 'Welche Art es ist',
        lastDay: 'Gültig bis',
        whenEnded: 'Nach seinem letzten Tag',
        fileId: 'Datei',
      },
      hints: {
        title: 'Was Besucher lesen.',
        centreId: 'Das Trust-Center, das es zeigt.',
        access: 'Wer es bekommt.',
        kind: 'Ein Zertifikat hat einen letzten Tag.',
        lastDay: 'Letzter Tag, an dem es gültig ist, wie eine Person ihn im Dokument gelesen hat.',
        whenEnded: 'Was Besucher nach seinem letzten Tag sehen. Dann bekommt es niemand.',
        fileId: 'Die Datei, wie sie herausgegeben wird.',
      },
      states: { 'not-shown': 'Nicht gezeigt', ended: 'Beendet', 'on-request': 'Auf Anfrage', public: 'Für alle' },
      choices: {
        never: 'Niemand: es wird nicht gezeigt',
        request: 'Personen, deren Anfrage Sie gewähren',
        public: 'Alle, die die Adresse haben',
        document: 'Ein Dokument',
        certificate: 'Ein Zertifikat',
        hide: 'Verbergen',
        show: 'Zeigen, dass es beendet ist',
      },
      actions: {},
    },
  },
})
