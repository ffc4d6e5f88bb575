import { phrase } from '../../../service/pages/texts/phrase.ts'
import { format } from '../../all-texts/de/format.ts'
import { labels } from '../../all-texts/de/labels.ts'
import { states } from '../../all-texts/de/states.ts'
import type { findings as english } from './findings.en.ts'

const countFindings = (count: number) => format.countCounted(count, 'Feststellung', 'Feststellungen')

export const findings: typeof english = {
  list: {
    lead: 'Alle nicht bestandenen Ergebnisse Ihrer Verbindungen, mit Zuständigkeit und Termin. Ein zu beurteilendes Ergebnis zählt ebenfalls als nicht bestanden, sobald jemand es ablehnt.',
    tabs: {
      open: states.open,
      accepted: states.accepted,
      resolved: states.resolved,
      all: labels.all,
    },
    shownOf: ({ count, total }) => `${count} von ${countFindings(total)}`,
    notAllChecks:
      'Es gibt mehr Prüfungen mit Feststellungen, als hier durchgesehen werden. Wählen Sie einen Konnektor, um alle seine Prüfungen zu sehen.',
    noMatch: 'Keine Feststellung entspricht diesen Filtern.',
    noneAccepted: 'Kein nicht bestandenes Ergebnis ist ein akzeptiertes Risiko.',
    noneResolved: 'Es wurde noch keine Feststellung behoben.',
    select: ({ title, name }) => `${title}, ${name} auswählen`,
    chosenMax: ({ count }) => `nur die ersten ${count}; wiederholen Sie es für die übrigen`,
    selectHelp: 'Wählen Sie Feststellungen aus, um sie gemeinsam zu ändern.',
    changeSelected: 'Zuständigkeit und Termin ändern…',
    acceptSelected: 'Risiko akzeptieren…',
  },
  views: { name: 'Ansicht', findings: 'Einzeln', checks: 'Nach Prüfung' },
  noRuns: 'Noch keine Prüfung ist gelaufen. Es ist deshalb nicht bekannt, was nicht bestanden ist.',
  noneOpen: 'Die ausgeführten Prüfungen haben keine offenen Feststellungen.',
  line: {
    since: ({ moment }) => phrase`seit ${moment}`,
    regressed: ({ moment }) => phrase`erneut nicht bestanden; erstmals gesehen ${moment}`,
    accepted: ({ moment }) => phrase`akzeptiertes Risiko · seit ${moment}`,
    failingAgain: 'erneut nicht bestanden',
    refused: ({ by, expires }) => `abgelehnt von ${by}, bis ${expires}`,
    acceptedUntil: ({ expires, approver }) => `akzeptiert von ${approver} bis ${expires}`,
    overdue: 'überfällig',
  },
  filters: {
    text: 'Person, Objekt oder Titel',
    due: 'Fällig',
    dueOptions: {
      overdue: states.overdue,
      week: 'In 7 Tagen',
      month: 'In 30 Tagen',
    },
    connector: 'Konnektor',
    order: {
      severity: 'Schweregrad, dann Termin',
      due: labels.dueDate,
      changed: 'Neueste Änderung',
    },
    me: 'Ich',
  },
  states: {
    failingAgain: 'Erneut nicht bestanden',
  },
  problem: {
    title: 'Was die Prüfung festgestellt hat',
    lastSeen: ({ moment }) => phrase`Zuletzt nicht bestanden am ${moment}.`,
    lastSeenBy: ({ moment, link }) => phrase`Zuletzt nicht bestanden am ${moment} bei ${link}.`,
    thisRun: 'diesem Prüflauf',
  },
  acceptance: {
    accepted: ({ approver, expires }) =>
      `Akzeptiert von ${approver} bis ${expires}. Bis dahin zählt die Feststellung nicht.`,
    toWaivers: 'Akzeptierte Risiken ansehen',
    notAccepted: 'Das Risiko ist nicht akzeptiert, deshalb zählt die Feststellung.',
    accept: 'Dieses Risiko akzeptieren…',
  },
  about: {
    firstSeen: 'Erstmals gesehen',
  },
  judgement: {
    needed: ({ moment, link }) =>
      phrase`Der neueste Prüflauf vom ${moment} konnte nicht entscheiden: ${link}. Das Ergebnis ist zu beurteilen.`,
    staysOpen:
      'Die Feststellung bleibt offen, bis ein Prüflauf sie als bestanden sieht oder jemand das Ergebnis akzeptiert.',
    refused:
      'Dieses Ergebnis wurde abgelehnt, deshalb zählt es als nicht bestanden. Die Feststellung bleibt offen, solange die Beurteilung für ihren Nachweis gilt.',
    reconsider: 'Beurteilen Sie das Ergebnis erneut, wenn das Risiko vertretbar ist.',
  },
  work: {
    title: 'Zuständigkeit und Termin',
    you: ({ name }) => `${name} (Sie)`,
    setOwner: 'Zuständigkeit festlegen',
    assignToMe: 'Selbst übernehmen',
    due: ({ day, reason }) =>
      reason === null ? phrase`Fällig ${day}, nach dem Schweregrad` : phrase`Fällig ${day}: ${reason}`,
    changeDueDate: 'Termin ändern',
    setDueDate: 'Termin festlegen',
    resetDueDate: 'Auf Schweregrad zurücksetzen',
  },
  history: {
    changes: {
      open: 'Erstmals nicht bestanden',
      regressed: 'Erneut nicht bestanden',
      resolved: states.resolved,
    },
    judgements: {
      open: 'Erstmals abgelehnt',
      regressed: states.refused,
      resolved: states.resolved,
    },
    resolutions: {
      passed: 'Behoben: Die Prüfung ist bestanden',
      not_applicable: 'Behoben: Die Prüfung ist nicht mehr anwendbar',
      gone: 'Behoben: Es gibt das Objekt nicht mehr',
      retired: 'Behoben: Der Konnektor hat die Prüfung nicht mehr',
      accepted: 'Behoben: Das Ergebnis wurde akzeptiert',
      needs_review: 'Behoben: Das Ergebnis ist erneut zu beurteilen',
    },
    somebody: 'Jemand',
    ownerRemoved: ({ who, owner }) =>
      owner === undefined
        ? `${who} hat die Zuständigkeit aufgehoben`
        : `${who} hat die Zuständigkeit von ${owner} aufgehoben`,
    ownerSet: ({ who, owner }) =>
      owner === undefined
        ? `${who} hat die Zuständigkeit geändert`
        : `${who} hat ${owner} die Zuständigkeit übertragen`,
    dueDateSet: ({ who, day, reason }) => phrase`${who} hat den Termin auf den ${day} gesetzt: ${reason}`,
    dueDateReset: ({ who, day }) => phrase`${who} hat den Termin auf den ${day} zurückgesetzt, nach dem Schweregrad`,
  },
  accept: {
    title: 'Risiko akzeptieren',
    one: 'Dieses Risiko akzeptieren',
    many: 'Diese Risiken akzeptieren',
    lead: 'Die Feststellung wird bis zum letzten Tag, den Sie eingeben, ein akzeptiertes Risiko der jeweiligen Verbindung. Sie bleibt als nicht bestanden dokumentiert, zählt aber nicht.',
    refusedElsewhere:
      'Ein abgelehntes Ergebnis akzeptieren Sie, indem Sie es auf der Seite der Feststellung erneut beurteilen.',
    approver: 'Akzeptiert von',
    lastDayHelp: 'Höchstens ein Jahr im Voraus. Danach zählen die Feststellungen wieder.',
    everywhere: 'Für jede Verbindung des Konnektors akzeptieren',
    incomplete: 'Geben Sie einen Grund, eine genehmigende Person und einen letzten Tag ein.',
    pattern: ({ id }) =>
      `Der Name ${id} enthält * oder ?, die in einer Ausnahme Muster sind. Akzeptieren Sie dieses Risiko in einer Datei mit Ausnahmen.`,
  },
  change: {
    unchanged: 'Unverändert lassen',
    dueDateHint: 'leer lassen, um jeden Termin zu behalten',
    reasonHint: 'bei einem Termin nötig',
    button: 'Änderungen speichern',
  },
  nothingSelected: {
    title: 'Nichts ausgewählt',
    heading: 'Wählen Sie zuerst eine Feststellung aus',
    text: 'Sie haben keine offene Feststellung ausgewählt.',
    back: 'Zurück zu den Feststellungen',
  },
  dueDays: {
    title: 'Fristen',
    lead: 'So viele Tage nach dem ersten oder erneuten Auftreten ist eine Feststellung fällig. Wenn Sie die Tage ändern, erhalten jetzt offene Feststellungen einen neuen Termin, außer jemand hat einen festgelegt.',
    field: ({ severity }) => `Tage für Schweregrad ${severity}`,
  },
}
