import { defineThing } from '../../service/fields/define-thing.ts'
import { choice, idOf, list, number, text, time } from '../../service/fields/field.ts'
import { sampleSizeMax, seedLengthMax } from './limits.ts'
import { populationSamples as german } from './texts/population-samples.de.ts'
import { populationSamples as english } from './texts/population-samples.en.ts'

/** More than any vendor counts. */
export const vendorTotalMax = 1e9

/** Samples that were drawn. Nobody changes or deletes one, so that nobody draws until a sample pleases. */
export const populationSample = defineThing({
  id: 'population-sample',
  about: 'Samples of lists, with what each population is and how complete.',
  since: 1,
  scopes: { read: 'people:read', write: 'people:write' },
  place: 'settings',
  verbs: [],
  fields: {
    list: text({ max: 200, description: 'The list, by its kind and part.', example: 'account' }),
    connectionId: idOf('connection', { description: 'The connection whose list it is.' }),
    runId: text({ max: 100, description: 'The run that read the list.' }),
    readAtMs: time({ description: 'When the run began to read it.' }),
    recordsSha256: text({ max: 100, description: 'SHA-256 of the records, as the run has it.' }).optional(),
    total: number({
      min: 0,
      max: vendorTotalMax,
      description: 'How many the vendor counts, as somebody entered it.',
    }).optional(),
    secondSource: text({ max: 400, description: 'Another list that was compared.' }).optional(),
    completeness: choice(['complete', 'unconfirmed', 'incomplete'], {
      description: 'Whether the list is all that there is.',
    }),
    reasons: list(text({ max: 2_000, description: 'What speaks against it.' })).optional(),
    missing: list(
      text({ max: 2_000, description: 'What the second source has and the list has not, the first ones.' }),
    ).optional(),
    populationSize: number({ min: 1, max: 1e9, description: 'How many records the population has.' }),
    populationSha256: text({ max: 64, description: 'SHA-256 of the ids of the population.' }),
    seedFrom: choice(['log', 'auditor'], {
      description: 'Where the seed came from: the checkpoint of the log at the request, or whoever asked.',
    }),
    seed: text({ max: seedLengthMax, description: 'What decided which ones were drawn.' }),
    drawn: list(text({ max: 2_000, description: 'The ids that were drawn, in their order.' }), { max: sampleSizeMax }),
  },
  list: { columns: ['list', 'connectionId', 'completeness', 'populationSize', 'readAtMs'] },
  messages: {
    en: {
      title: english.title,
      lead: 'Samples of lists for auditors. Anybody can draw each again from its seed.',
      empty: 'No sample was drawn.',
      add: english.draw,
      fields: {
        list: english.oneList,
        connectionId: 'Connection',
        runId: 'Run',
        readAtMs: english.readAt,
        recordsSha256: 'Records (SHA-256)',
        total: 'Counted by the vendor',
        secondSource: 'Compared with',
        completeness: english.completeness,
        reasons: 'What speaks against it',
        missing: 'Missing',
        populationSize: 'Population',
        populationSha256: 'Population (SHA-256)',
        seedFrom: 'Origin of the seed',
        seed: english.seedWord,
        drawn: english.drawn,
      },
      states: {},
      choices: english.choices,
      actions: {},
    },
    de: {
      title: german.title,
      lead: 'Stichproben aus Listen für Prüferinnen und Prüfer. Jede lässt sich aus ihrem Startwert wieder ziehen.',
      empty: 'Es wurde keine Stichprobe gezogen.',
      add: german.draw,
      fields: {
        list: german.oneList,
        connectionId: 'Verbindung',
        runId: 'Prüflauf',
        readAtMs: german.readAt,
        recordsSha256: 'Einträge (SHA-256)',
        total: 'Vom Anbieter gezählt',
        secondSource: 'Verglichen mit',
        completeness: german.completeness,
        reasons: 'Was dagegen spricht',
        missing: 'Fehlend',
        populationSize: 'Grundgesamtheit',
        populationSha256: 'Grundgesamtheit (SHA-256)',
        seedFrom: 'Herkunft des Startwerts',
        seed: german.seedWord,
        drawn: german.drawn,
      },
      hints: {
        list: 'Die Liste nach Art und Teil.',
        connectionId: 'Die Verbindung, deren Liste es ist.',
        runId: 'Der Prüflauf, der die Liste gelesen hat.',
        readAtMs: 'Wann das Lesen begann.',
        recordsSha256: 'SHA-256 der Einträge, wie der Prüflauf ihn hat.',
        total: 'Wie viele der Anbieter zählt, wie es jemand eingegeben hat.',
        secondSource: 'Eine andere Liste, mit der verglichen wurde.',
        completeness: 'Ob die Liste alles enthält.',
        reasons: 'Was gegen die Vollständigkeit spricht.',
        missing: 'Was die zweite Quelle hat und die Liste nicht, die ersten.',
        populationSize: 'Wie viele Einträge die Grundgesamtheit hat.',
        populationSha256: 'SHA-256 der Kennungen der Grundgesamtheit.',
        seedFrom:
          'Woher der Startwert kommt: vom Stand des Protokolls bei der Anfrage oder von der anfragenden Person.',
        seed: 'Was entschieden hat, welche gezogen wurden.',
        drawn: 'Die gezogenen Kennungen in ihrer Reihenfolge.',
      },
      states: {},
      choices: german.choices,
      actions: {},
    },
  },
})
