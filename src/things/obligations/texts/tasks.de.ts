import { phrase } from '../../../service/pages/texts/phrase.ts'
import { states } from '../../all-texts/de/states.ts'
import type { tasks as english } from './tasks.en.ts'

export const tasks: typeof english = {
  list: {
    lead: 'Wiederkehrende Pflichten. Der Stand jeder Pflicht ergibt sich aus Prüfungen, Zugriffsüberprüfungen und akzeptierten Nachweisen. Niemand kann ihn von Hand setzen.',
    noMatch: 'Keine Pflicht entspricht der Auswahl.',
    empty: 'Noch keine Pflichten.',
    start: ({ choose, add }) => phrase`${choose}, oder ${add}.`,
    chooseTemplates: 'Wählen Sie aus, was Auditoren nach SOC 2 und ISO 27001 erwarten',
    addOwn: 'fügen Sie eigene hinzu',
    onlyMine: 'Nur meine',
    you: 'Sie',
  },
  states: {
    overdue: states.overdue,
    could_not_tell: states.run.error,
    provided: 'Vorgelegt',
    open: states.open,
    met: 'Erfüllt',
  },
  templates: {
    title: 'Vorlagen',
    pageTitle: 'Vorlagen für Pflichten',
    lead: 'Was Auditoren erwarten. Sie können jede Pflicht ändern, nachdem Sie sie hinzugefügt haben.',
    leadOf:
      'Pflichten für die Kontrollen, die keine Prüfung nachweisen kann, eine für jede Gruppe des Rahmenwerks. Ihre Fälligkeiten verteilen sich über das Jahr, und Sie können jede danach ändern.',
    addAll: ({ framework }) => `Alle aus ${framework} hinzufügen`,
    allAdded: 'Sie haben alle Vorlagen hinzugefügt.',
    addSelected: 'Ausgewählte hinzufügen',
  },
  add: {
    title: 'Pflicht hinzufügen',
  },
  day: {
    metUntil: ({ day }) => `erfüllt bis ${day}`,
    wasDueAndFails: ({ day, since }) => `war fällig am ${day}, nicht bestanden seit ${since}`,
    wasDue: ({ day }) => `war fällig am ${day}`,
    due: ({ day }) => `fällig am ${day}`,
  },
  missing: {
    lead: 'Was Sie noch brauchen, damit ein Auditor jede Kontrolle nachvollziehen kann.',
    complete: ({ complete, total }) => `${complete} von ${total} Kontrollen sind vollständig.`,
    groups: {
      check: 'Ohne Prüfung',
      connection: 'Ohne Verbindung',
      fresh_evidence: 'Ohne aktuellen Nachweis',
    },
    help: {
      check:
        'Kein Konnektor hat eine Prüfung für diese Kontrollen, und keine Pflicht nennt sie. Fügen Sie eine Pflicht hinzu.',
      connection: 'Es gibt Konnektoren mit einer Prüfung für diese Kontrollen, aber keiner davon ist verbunden.',
      fresh_evidence:
        'Eine Prüfung wurde nicht ausgeführt, ihr Nachweis ist zu alt, oder eine Pflicht ist noch nicht erfüllt.',
    },
    add: ({ link }) => phrase`Hinzufügen: ${link}`,
  },
  fields: {
    description: 'Beschreibung',
    firstDue: 'Zuerst fällig am',
    firstDueHelp: 'Ohne Angabe ist die Pflicht in 90 Tagen fällig, oder nach einem Turnus, falls das früher ist.',
    controlsHelp: ({ frameworks }) => `Eine pro Zeile, etwa soc2:CC6.2. Rahmenwerke: ${frameworks}.`,
    cadence: 'Turnus',
    proof: 'Erfüllt durch eines davon',
    statements: 'Eine Erklärung, die eine andere Person akzeptiert',
    checksPass: ({ checks }) => `Diese Prüfungen, wenn alle bestanden sind: ${checks}`,
    record: 'Akzeptierte Überprüfungen, eine Fassung oder ein Bericht dort, woher die Verpflichtung kommt',
    accessReviews: 'Abgeschlossene Zugriffsüberprüfungen aller Systeme',
    checksHelp:
      'Eine pro Zeile, als connector/check oder cross-check/leavers. */check bedeutet diese Prüfung jedes Konnektors. Alle müssen bestanden sein.',
  },
  cadences: {
    7: 'jede Woche',
    31: 'jeden Monat',
    92: 'jedes Quartal',
    184: 'jedes Halbjahr',
    366: 'jedes Jahr',
  },
  everyDays: ({ days }) => (days === 1 ? 'jeden Tag' : `alle ${days} Tage`),
  evidence: {
    title: 'Prüfungen und Überprüfungen',
    states: {
      met: 'Erfüllt sie',
      failing: states.fails,
      could_not_tell: states.run.error,
      provided: states.run.manual,
      missing: 'Zählt nicht',
    },
  },
  statements: {
    title: 'Erklärungen',
    empty: 'Noch keine Erklärungen.',
    add: 'Erklärung abgeben',
    help: 'Eine andere Person muss Ihre Erklärung akzeptieren. Bis dahin zählt die Pflicht nicht als erfüllt.',
    text: 'Was getan wurde',
    textHint: 'optional, wenn Sie eine Datei hinzufügen',
    doneOn: 'Erledigt am',
    filesHelp:
      'Belege, etwa ein Bericht, ein Protokoll oder eine Liste. Sie können 5 Dateien auf einmal hinzufügen, mit je höchstens 100 MB.',
    button: 'Erklären',
    done: ({ statedBy, day }) => `${statedBy}: erledigt am ${day}`,
    judge: ({ statedBy, day }) => `Erklärung von ${statedBy} beurteilen, ${day}`,
  },
  change: {
    conflict:
      'Jemand anders hat diese Pflicht geändert, nachdem Sie sie geöffnet haben. Ihre Änderung ist deshalb nicht gespeichert. Die Seite zeigt die andere Fassung, das Formular Ihre Eingaben. Wenn Sie noch einmal speichern, ersetzt Ihre Fassung die andere.',
    title: 'Diese Pflicht ändern oder beenden',
    endHelp:
      'Sobald Sie die Pflicht beenden, ist sie nicht mehr fällig. Ihre Erklärungen bleiben für Auditoren erhalten.',
    end: 'Pflicht beenden',
  },
}
