import { phrase } from '../../../service/pages/texts/phrase.ts'
import { format } from '../../all-texts/de/format.ts'
import { labels } from '../../all-texts/de/labels.ts'
import { states } from '../../all-texts/de/states.ts'
import type { access as english } from './access.en.ts'

const countAccounts = (count: number) => format.count(count, 'Konto', 'Konten')

export const access: typeof english = {
  list: {
    lead: 'In einer Zugriffsüberprüfung entscheiden Personen, wer Zugriff behält. Eine abgeschlossene Überprüfung wird als Nachweis signiert. Entzüge werden verfolgt, bis eine Liste sie bestätigt.',
    start: 'Zugriffsüberprüfung starten',
    empty: 'Noch keine Zugriffsüberprüfungen.',
    progress: ({ systems, filter, decided, total }) =>
      `${systems} · ${filter} · ${decided} von ${countAccounts(total)} entschieden`,
    finished: ({ moment }) => phrase`abgeschlossen ${moment}`,
    finishedWithRemovals: ({ moment, count }) =>
      phrase`abgeschlossen ${moment}, ${format.count(count, 'Entzug', 'Entzüge')} offen`,
  },
  states: {
    open: states.open,
    overdue: states.overdue,
    finished: 'Abgeschlossen',
  },
  scope: {
    filters: {
      all: 'alle Konten',
      guests: 'Gäste',
      administrators: 'Administratoren',
    },
    inDepartment: ({ accounts, department }) => `${accounts} aus ${department}`,
  },
  head: {
    open: ({ decided, total, filter, dueDay }) =>
      `${decided} von ${countAccounts(total)} entschieden · ${filter} · fällig am ${dueDay}`,
    finished: ({ decided, total, filter, moment, by }) =>
      phrase`${decided} von ${countAccounts(total)} entschieden · ${filter} · abgeschlossen ${moment} von ${by}`,
    download: 'Signierten Nachweis herunterladen',
    downloadOutcomes: 'Signierten Nachweis der Umsetzung der Entzüge herunterladen',
  },
  facts: {
    incomplete: ({ name }) => phrase`${name} Es können Konten fehlen:`,
    incompleteMark: 'Unvollständig.',
    leftOut: ({ count }) =>
      `${countAccounts(count)} nicht berücksichtigt, weil die Abteilung des Inhabers nicht bekannt ist.`,
    reviewers: ({ systems, reviewers }) => `${systems}. Überprüft von ${reviewers}.`,
    asOf: ({ moment, everyDays }) => phrase`Stand der Konten: ${moment}. Die Überprüfung gilt ${everyDays} Tage.`,
    removals: ({ remove, change }) =>
      `${format.count(remove, 'Entzug', 'Entzüge')} und ${format.count(change, 'Änderung', 'Änderungen')}.`,
    outcomes: ({ done, notDone, open }) =>
      `${done} bestätigt, ${notDone} nicht umgesetzt, zu ${open} gab noch keine Liste Auskunft.`,
    waiting: ' Jede neue Liste des Systems zeigt, ob sie umgesetzt sind.',
    undecided: ({ count, reason }) => `${countAccounts(count)} nicht entschieden: ${reason}`,
  },
  accounts: {
    tabs: 'Angezeigte Konten',
    show: {
      open: 'Zu entscheiden',
      all: labels.all,
      removals: 'Entzüge',
    },
    none: 'Sie haben in dieser Überprüfung über keine Konten zu entscheiden.',
    noMatch: 'Kein Konto entspricht der Auswahl.',
    searchPlaceholder: 'Name, E-Mail-Adresse, Rolle',
    sort: {
      attention: labels.attentionFirst,
      name: labels.name,
      system: labels.system,
      activity: 'Am längsten inaktiv zuerst',
    },
    shownOf: ({ page, chosen }) => `${page} von ${countAccounts(chosen)}`,
  },
  decide: {
    keys: 'Tasten: J und K bewegen, Leertaste wählt aus, 1 behält, 2 entzieht, 3 ändert; danach geben Sie den Grund ein.',
    selectHelp: 'Wählen Sie Konten aus, um gemeinsam über sie zu entscheiden.',
    allMatching: ({ count }) => `Alle ${count} passenden Konten außer Ihren eigenen`,
    decisions: {
      keep: 'Behalten',
      remove: 'Entziehen',
      change: 'Ändern',
    },
    undo: 'Zurücknehmen',
    change: 'Neuer Zugriff',
    changeHint: 'nur bei einer Änderung',
    button: 'Entscheidung speichern',
    conflict: ({ count, names }) =>
      `Über ${countAccounts(count)} hat jemand entschieden, nachdem Sie diese Seite geöffnet haben: ${names}. Ihre Entscheidungen sind nicht gespeichert. Die anderen stehen unter „Alle“. Um sie zu ersetzen, entscheiden Sie noch einmal.`,
  },
  finish: {
    title: 'Überprüfung abschließen',
    help: 'Beim Abschließen werden die Entscheidungen als Nachweis signiert. Danach lässt sich die Überprüfung nicht mehr ändern.',
    undecidedReason: ({ count }) =>
      `Warum ${countAccounts(count)} nicht entschieden ${count === 1 ? 'wird' : 'werden'}`,
    button: 'Abschließen und signieren',
  },
  discard: {
    title: 'Überprüfung verwerfen',
    help: 'Beim Verwerfen werden die Überprüfung und alle ihre Entscheidungen gelöscht.',
    button: 'Überprüfung löschen',
  },
  account: {
    inSystem: ({ name, system }) => `${name} in ${system}`,
    own: 'Das ist Ihr eigenes Konto, deshalb entscheidet jemand anderes.',
    kindUnknown: 'Art unbekannt',
    noRoles: 'keine Rollen',
    roles: ({ roles }) => `Rollen: ${roles}`,
    rolesUnknown: 'Rollen unbekannt',
    neverActive: 'nie aktiv',
    lastActive: ({ day }) => `zuletzt aktiv ${day}`,
    activityUnknown: 'letzte Aktivität unbekannt',
    owner: ({ isService, owner, department }) =>
      [`${isService ? 'Dienstkonto von' : 'Gehört'} ${owner}`, department].filter(Boolean).join(', '),
    unnamedOwner: 'einer Person',
    outOfScope: 'Nicht im Geltungsbereich',
    ambiguous: 'Mehrere mögliche Inhaber',
    ownedByNobody: 'Kein Inhaber',
    ownerUnknown: 'Inhaber unbekannt',
    ownerLeft: 'Inhaber ausgeschieden',
    administratorUnknown: 'Administrator?',
    noSecondFactor: 'Kein zweiter Faktor',
    secondFactorUnknown: 'Zweiter Faktor?',
    lastDecision: ({ decision }) => `Letztes Mal: ${decision}`,
    undecided: 'nicht entschieden',
  },
  outcome: {
    waiting: 'wartet auf die nächste Liste',
    states: {
      done: 'Umgesetzt',
      not_done: 'Nicht umgesetzt',
      could_not_tell: states.run.error,
    },
    list: ({ moment }) => phrase`Liste vom ${moment}`,
    listWithDigest: ({ moment, digest }) => phrase`Liste vom ${moment}, SHA-256 ${digest}…`,
  },
  start: {
    title: 'Zugriffsüberprüfung starten',
    lead: 'Die Überprüfung enthält die Konten der neuesten Listen mit ihrem jetzigen Stand. Ist eine Liste nicht vollständig, steht das in der Überprüfung.',
    systems: 'Systeme',
    allAccounts: 'Alle Konten',
    administratorsOnly: 'Nur Administratoren',
    guestsOnly: 'Nur Gäste',
    department: 'Abteilung des Inhabers',
    departmentHint: 'optional, braucht ein Verzeichnis',
    reviewers: 'Prüfende Personen',
    moreReviewers: 'Weitere prüfende Personen',
    moreReviewersHelp: 'Eine Person pro Zeile: ein Teil des Namens oder der E-Mail-Adresse.',
    byManager:
      'Ist eine prüfende Person Vorgesetzte eines Inhabers, entscheiden nur sie und Administratoren über dessen Konten',
    button: 'Überprüfung starten',
    noOptions: 'Noch keine vorhanden.',
  },
}
