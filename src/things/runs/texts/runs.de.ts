import { phrase } from '../../../service/pages/texts/phrase.ts'
import { format } from '../../all-texts/de/format.ts'
import { runWords } from '../../all-texts/de/run-words.ts'
import type { runs as english } from './runs.en.ts'

export const runs: typeof english = {
  list: {
    lead: 'Jeder Prüflauf, der neueste zuerst.',
    noMatch: 'Kein Prüflauf entspricht der Auswahl.',
    duration: 'Dauer',
  },
  filters: {
    change: 'Seit vorigem Prüflauf',
  },
  head: {
    requests: ({ count }) => format.count(count, 'Anfrage', 'Anfragen'),
    retries: ({ count }) => format.count(count, 'Wiederholung', 'Wiederholungen'),
    compare: 'Mit dem Prüflauf davor vergleichen',
  },
  totals: {
    acceptedRisks: ({ count, shown }) => [shown, count === 1 ? ' akzeptiertes Risiko' : ' akzeptierte Risiken'],
    judged: ({ accepted, refused }) => phrase`${accepted} akzeptiert, ${refused} abgelehnt`,
    resolved: ({ count }) => phrase`${count} behoben seit dem vorigen Prüflauf`,
    oneUnknown: 'Prüfung nicht feststellbar',
    unknown: 'Prüfungen nicht feststellbar',
  },
  results: {
    noMatch: 'Kein Ergebnis entspricht diesen Filtern.',
    triedOn: ({ cases, mutants, killed }) =>
      `Erprobt an ${format.count(cases, 'belegtem Fall', 'belegten Fällen')}, die ${killed} von ${format.count(mutants, 'absichtlichen Fehler', 'absichtlichen Fehlern')} bemerken`,
    noAction: ({ count }) => `${format.count(count, 'Ergebnis', 'Ergebnisse')} ohne Handlungsbedarf`,
    all: ({ count }) => `Alle ${count} Ergebnisse dieser Prüfung`,
    shown: ({ results }) => `(${results} angezeigt)`,
    pages: ({ title }) => `Seiten von ${title}`,
  },
  log: {
    title: ({ count }) => `Protokoll der Prüfung (${count})`,
    of: ({ title }) => `Protokoll von ${title}`,
    more: ({ count }) => `${count} weitere stehen im JSON-Bericht.`,
  },
  words: runWords,
  failure: {
    missingScopes: ({ code }) => phrase`Fehlende Berechtigungen: ${code}. Verbinden Sie erneut, und lassen Sie sie zu.`,
    undecided: ({ complete, code }) => [
      complete
        ? 'Weder bestanden noch nicht bestanden. '
        : 'Weder bestanden noch nicht bestanden, weil nicht alle Daten gelesen wurden. ',
      code,
    ],
  },
  downloads: {
    title: 'Zum Herunterladen',
    formats: {
      table: 'Einfacher Text',
      json: 'JSON',
      ndjson: 'NDJSON',
      markdown: 'Markdown',
      sarif: 'SARIF',
      junit: 'JUnit XML',
      ocsf: 'OCSF',
      'ocsf-json': 'OCSF als eine Liste',
      oscal: 'OSCAL',
      poam: 'OSCAL POA&M',
      gemara: 'Gemara',
      parquet: 'Parquet',
      svr: 'in-toto SVR',
      csv: 'Ergebnisse als CSV',
      html: 'HTML-Seite',
    },
    bundle: 'Signierter Nachweis (ZIP)',
    edition:
      'Die Ergebnisse in dieser Datei lassen sich verifizieren. Die Einträge der Listen und die Anfragen und Antworten fehlen, weil sie Personen nennen. Ein Administrator kann Ihnen das ganze Paket geben.',
    replayable: 'Ein Auditor kann diese Datei verifizieren und die Prüfungen daraus ohne Netz wiederholen.',
    notReplayable: ({ reason }) => `Diese Datei lässt sich verifizieren, aber nicht wiederholen: ${reason}`,
    incomplete: 'Es wurde nicht alles aufbewahrt.',
    noBundle: 'Dieser Prüflauf hat kein Nachweispaket, weil er ohne Nachweise gestartet wurde.',
  },
  exchange: {
    withoutPeople:
      'Aus dieser Antwort wurde eine Liste von Personen gelesen, die Sie nicht lesen dürfen. Sie sehen, was wann von wem abgefragt wurde, und die Prüfsumme der Antwort. Die signierten Ergebnisse enthalten die Urteile, die darauf beruhen.',
    signedResults: 'Signierte Ergebnisse (ZIP)',
    size: 'Bytes der Antwort',
    noAnswer: 'keine Antwort',
    sent: 'Gesendet',
    attempt: ({ attempt }) => `Versuch ${attempt}`,
    credentials: 'Hier wurden Zugangsdaten abgerufen, deshalb wird der Inhalt nicht aufbewahrt.',
    redacted: ({ service }) => `${service} hat Geheimnisse vor dem Aufbewahren entfernt.`,
    headers: ({ headers }) => `Kopfzeilen (${headers})`,
    noBody: 'Kein Inhalt.',
    base64: 'Der Inhalt ist kein Text und wird als Base64 angezeigt.',
    body: ({ title }) => `Inhalt: ${title}`,
    truncated: 'Der Rest steht im Nachweispaket.',
  },
  progress: {
    pageTitle: ({ name }) => `${name}: läuft`,
    title: 'Prüflauf läuft',
    queued: ({ isConnection }) =>
      isConnection
        ? 'Wartet, bis ein anderer Prüflauf dieser Verbindung beendet ist.'
        : 'Wartet, bis ein anderer Prüflauf von Querprüfungen beendet ist.',
    requesting: 'Daten werden beim Anbieter abgerufen.',
    comparing: 'Die Listen aller Systeme werden verglichen.',
    requestedAt: ({ moment }) => phrase`Angefordert am ${moment}`,
    cancel: 'Prüflauf abbrechen',
    help: 'Sie können diese Seite schließen. Der Prüflauf geht weiter, und Sie finden seine Ergebnisse hier.',
    requests: 'Anfragen',
    waited: 'Gewartet',
  },
  resolved: {
    title: 'Seit dem vorigen Prüflauf',
    empty: 'Es wurden keine Feststellungen behoben.',
    notChecked: 'In diesem Prüflauf nicht geprüft, weil ihre Prüfungen nichts feststellen konnten',
  },
  result: {
    toFinding: 'Zuständigkeit, Termin und Kommentare',
    earlierJudgement: 'Zur Zeit des Prüflaufs galt eine frühere Beurteilung:',
    readFrom: 'Gelesen aus',
    checkRead: 'Von der Prüfung gelesen',
  },
  noResults: {
    title: 'Dieser Prüflauf endete ohne Ergebnisse',
    text: ({ name }) => `Dieser Prüflauf sagt nichts über ${name}. Starten Sie einen weiteren.`,
  },
  live: {
    asking: 'Daten werden abgerufen.',
    request: '{count} Anfrage',
    requests: '{count} Anfragen',
    retries: 'neuer Versuch, {seconds} s',
    limited: ({ vendor, perSecond }) =>
      perSecond === undefined
        ? `wartet auf die Begrenzung von ${vendor}, {seconds} s`
        : `wartet auf die Begrenzung von ${vendor} (${format.count(perSecond, 'Anfrage', 'Anfragen')} pro Sekunde), {seconds} s`,
    noAnswer: 'keine Antwort',
    attempt: '(Versuch {attempt})',
    ended: '{ended} von {all} Prüfungen beendet',
    rateLimit: 'Begrenzung der Anfragen',
    retryAfterNone: 'neuer Versuch nach fehlender Antwort',
    retryAfter: 'neuer Versuch nach {status}',
  },
}
