import { createHash } from 'node:crypto'
import { defineThing } from '../../service/fields/define-thing.ts'
import { day, hidden, idOf, number, text, time } from '../../service/fields/field.ts'
import { isAtLeast, isBefore, isEmpty, isSet } from '../../service/fields/states.ts'
import { titleLengthMax } from '../../service/records/text-limits.ts'

const scopes = { read: 'knowledge-base:read', write: 'knowledge-base:write' } as const

/** Questions that a customer asks, in a file of theirs. */
export const questionnaire = defineThing({
  id: 'questionnaire',
  about: 'Questionnaires of customers, which go back in the file that came.',
  since: 1,
  scopes,
  commentedAs: 'questionnaire',
  needy: ['overdue'],
  fields: {
    name: text({ max: titleLengthMax, description: 'What people call it.', example: 'Security questionnaire 2026' }),
    customer: text({ max: 200, description: 'Who asks.', example: 'Example Bank' }).optional(),
    dueDay: day({ description: 'Last day for the answers.' }).optional(),
    ownerId: idOf('person', { description: 'The person who takes care of it.' }).optional(),
    fileId: idOf('upload', { description: 'The file that came: .xlsx, .docx or .csv.' }).optional(),
  },
  systemFields: {
    questionCount: number({ min: 0, max: 1_000_000, description: 'How many questions it has.' }).nullable(),
    openCount: number({ min: 0, max: 1_000_000, description: 'How many have no accepted answer.' }).nullable(),
  },
  rollups: {
    questionCount: { of: 'questionnaire-question', by: 'questionnaireId', take: 'count' },
    openCount: {
      of: 'questionnaire-question',
      by: 'questionnaireId',
      take: 'count',
      where: { acceptedAtMs: isEmpty() },
    },
  },
  states: {
    overdue: { dueDay: isBefore(), openCount: isAtLeast(1) },
    open: { openCount: isAtLeast(1) },
    answered: { questionCount: isAtLeast(1) },
    empty: {},
  },
  list: { columns: ['name', 'customer', 'ownerId', 'dueDay', 'questionCount', 'openCount'] },
  messages: {
    en: {
      title: 'Questionnaires',
      lead: 'Questions of customers, answered from approved answers and from evidence of the day.',
      empty: 'No questionnaires.',
      add: 'Add a questionnaire',
      fields: {
        name: 'Name',
        customer: 'Customer',
        dueDay: 'Due date',
        ownerId: 'Owner',
        fileId: 'File',
        questionCount: 'Questions',
        openCount: 'Without an accepted answer',
      },
      states: { overdue: 'Overdue', open: 'Open', answered: 'Answered', empty: 'Without questions' },
      actions: {},
    },
    de: {
      title: 'Fragebögen',
      lead: 'Fragen von Kunden, beantwortet aus freigegebenen Antworten und aus Nachweisen des Tages.',
      empty: 'Keine Fragebögen.',
      add: 'Fragebogen hinzufügen',
      fields: {
        name: 'Name',
        customer: 'Kunde',
        dueDay: 'Fällig am',
        ownerId: 'Zuständig',
        fileId: 'Datei',
        questionCount: 'Fragen',
        openCount: 'Ohne akzeptierte Antwort',
      },
      hints: {
        name: 'Wie man ihn nennt.',
        customer: 'Wer fragt.',
        dueDay: 'Letzter Tag für die Antworten.',
        ownerId: 'Wer sich um ihn kümmert.',
        fileId: 'Die Datei, die kam: .xlsx, .docx oder .csv.',
      },
      states: { overdue: 'Überfällig', open: 'Offen', answered: 'Beantwortet', empty: 'Ohne Fragen' },
      actions: {},
    },
  },
})

/** Characters of an answer: what a cell of a spreadsheet takes. */
const answerMax = 32_000

/** One question, and what is answered. A changed answer has to be accepted again. */
export const questionnaireQuestion = defineThing({
  id: 'questionnaire-question',
  about: 'Questions of questionnaires, with their answers. A changed answer has to be accepted again.',
  since: 1,
  scopes,
  place: 'part',
  fields: {
    question: text({ max: 10_000, hasLines: true, description: 'What is asked.', example: 'Do you encrypt backups?' }),
    questionnaireId: idOf('questionnaire', { description: 'The questionnaire that asks it.' }),
    section: text({ max: 200, description: 'The heading above it.' }).optional(),
    place: text({
      max: 200,
      description: 'The cell for its answer: `Security!C4`.',
      example: 'Security!C4',
    }).optional(),
    ownerId: idOf('person', { description: 'The person who answers it.' }).optional(),
    answer: text({ max: answerMax, hasLines: true, description: 'The answer.' }).optional(),
    source: text({
      max: 300,
      description:
        'What the answer rests on, as proposals name it, such as `control/soc2:CC6.1`. Without one, the person who accepts it stands for it.',
      example: 'control/soc2:CC6.1',
    }).optional(),
    sourceDigest: text({
      max: 64,
      description: 'SHA-256 of what the source said, as its proposal names it.',
    }).optional(),
    sourceDay: day({ description: 'Day on which it said so.' }).optional(),
  },
  systemFields: {
    acceptedAtMs: time({ description: 'When the answer was accepted.' }).nullable(),
    acceptedBy: idOf('person', { description: 'The person who accepted it.' }).nullable(),
    acceptedDigest: hidden(text({ max: 64, description: 'Digest of the answer that was accepted.' }).nullable()),
  },
  derive: (values) =>
    values.acceptedDigest === null || values.acceptedDigest === digestAnswer(values)
      ? {}
      : { acceptedAtMs: null, acceptedBy: null, acceptedDigest: null },
  states: { accepted: { acceptedAtMs: isSet() }, answered: { answer: isSet() }, open: {} },
  actions: {
    accept: {
      summary: 'Accept the answer, so that it goes into the file',
      from: ['answered'],
      run: (values, { nowMs, userId }) => ({
        acceptedAtMs: nowMs,
        acceptedBy: userId,
        acceptedDigest: digestAnswer(values),
      }),
    },
    reopen: {
      summary: 'Take back that the answer was accepted',
      from: ['accepted'],
      run: () => ({ acceptedAtMs: null, acceptedBy: null, acceptedDigest: null }),
    },
  },
  list: { columns: ['question', 'section', 'ownerId', 'acceptedAtMs', 'acceptedBy'], max: 200_000 },
  messages: {
    en: {
      title: 'Questions',
      lead: 'Questions of questionnaires, with their answers.',
      empty: 'No questions.',
      add: 'Add a question',
      fields: {
        question: 'Question',
        questionnaireId: 'Questionnaire',
        section: 'Section',
        place: 'Cell for the answer',
        ownerId: 'Owner',
        answer: 'Answer',
        source: 'Source',
        sourceDigest: 'Digest of the source',
        sourceDay: 'Day of the source',
        acceptedAtMs: 'Accepted',
        acceptedBy: 'Accepted by',
      },
      states: { accepted: 'Accepted', answered: 'To be accepted', open: 'Open' },
      actions: { accept: 'Accept', reopen: 'Reopen' },
    },
    de: {
      title: 'Fragen',
      lead: 'Fragen von Fragebögen mit ihren Antworten.',
      empty: 'Keine Fragen.',
      add: 'Frage hinzufügen',
      fields: {
        question: 'Frage',
        questionnaireId: 'Fragebogen',
        section: 'Abschnitt',
        place: 'Zelle für die Antwort',
        ownerId: 'Zuständig',
        answer: 'Antwort',
        source: 'Quelle',
        sourceDigest: 'Prüfsumme der Quelle',
        sourceDay: 'Tag der Quelle',
        acceptedAtMs: 'Akzeptiert',
        acceptedBy: 'Akzeptiert von',
      },
      hints: {
        question: 'Was gefragt wird.',
        questionnaireId: 'Der Fragebogen, zu dem sie gehört.',
        section: 'Die Überschrift darüber.',
        place: 'Die Zelle für die Antwort: `Security!C4`.',
        ownerId: 'Wer sie beantwortet.',
        answer: 'Was geantwortet wird.',
        source: 'Worauf die Antwort beruht. Ohne Quelle steht dafür ein, wer sie akzeptiert.',
        sourceDigest: 'SHA-256 dessen, was die Quelle sagte.',
        sourceDay: 'Tag, an dem sie es sagte.',
      },
      states: { accepted: 'Akzeptiert', answered: 'Zu akzeptieren', open: 'Offen' },
      actions: { accept: 'Akzeptieren', reopen: 'Wieder öffnen' },
    },
  },
})

/** Of what is accepted: the answer together with what it rests on. */
function digestAnswer({
  answer,
  source,
  sourceDigest,
}: Readonly<Record<'answer' | 'source' | 'sourceDigest', string | null>>): string {
  return createHash('sha256')
    .update(JSON.stringify([answer, source, sourceDigest]))
    .digest('hex')
}
