import { phrase } from '../../../service/pages/texts/phrase.ts'
import { format } from '../../all-texts/de/format.ts'
import { states } from '../../all-texts/de/states.ts'
import type { settings as english } from './settings.en.ts'

export const settings: typeof english = {
  list: {
    lead: 'Die Personen dieser Organisation und ihre Rollen.',
    unattendedSignIn: ({ name }) =>
      `Die Anmeldung „${name}“ hat jemand eingerichtet, der nicht mehr Administrator ist. Mit ihr melden sich weiter Personen an: Prüfen Sie, ob Sie ihr noch vertrauen.`,
    removedLead: ({ link }) =>
      phrase`Diese Personen wurden entfernt und können sich nicht anmelden. Ihre Namen bleiben bei ihren Handlungen stehen. ${link}`,
    showCurrent: 'Jetzige Personen anzeigen',
    range: ({ from, last, found }) => `${from} bis ${last} von ${format.counted(found)}`,
    shownOf: ({ count, found }) => `${count} von ${format.counted(found)}`,
    removed: ({ removed }) => format.countCounted(removed, 'entfernte Person', 'entfernte Personen'),
  },
  person: {
    role: 'Rolle',
    signsInWith: 'Meldet sich an mit',
    lastSeen: 'Zuletzt gesehen',
    linksOnly: 'Nur Anmeldelinks',
    self: '(Sie)',
    operator: ({ code }) =>
      phrase`Diese Person ist Betreiber der Plattform. Nur Betreiber können sie ändern, hier oder mit ${code}.`,
    noRole: 'Diese Person hat noch keine Rolle. Ihre Rechte hängen davon ab, wie sie sich anmeldet.',
    roleFirst: 'Weisen Sie der Person zuerst eine Rolle zu.',
  },
  states: {
    active: states.active,
    invited: 'Eingeladen',
    deactivated: 'Deaktiviert',
    removed: states.removed,
    unassigned: 'Keine Rolle',
  },
  roles: {
    viewer: 'Leser',
    member: 'Mitglied',
    operator: 'Betreiber der Plattform',
    withPeriod: ({ role, runs }) => `${role}, ${runs}`,
    onceAccepted: ({ role }) => `${role}, sobald die Einladung angenommen ist`,
    andOperator: ({ role }) => `${role}, Betreiber der Plattform`,
  },
  roleChoices: {
    member: 'Mitglied: verbindet Systeme und führt Prüfungen aus',
    admin: 'Administrator: verwaltet außerdem Personen, API-Schlüssel und akzeptierte Risiken',
    viewer: 'Leser: liest Prüfläufe, Feststellungen und Kontrollen, etwa als Auditor',
  },
  period: {
    title: 'Zeitraum eines Lesers',
    help: 'Ein Leser mit einem Zeitraum sieht nur die Prüfläufe dieser Tage (UTC) sowie Feststellungen und Kontrollen mit dem Stand des letzten Tages.',
  },
  readsPeople: {
    label: 'Nachweise zeigen, die Personen nennen',
    help: 'Für einen Leser: Inventare, Antworten der Anbieter mit Listen von Personen und vollständige Nachweispakete. Sonst erhält er Ausgaben ohne diese.',
    granted: ({ role }) => `${role}, mit Nachweisen, die Personen nennen`,
  },
  invite: {
    elsewhere:
      'Die Anwendung, die diese Seite einbettet, meldet Personen an. Laden Sie Personen dort ein. Die Rolle, die Sie hier festlegen, ist die höchste, die sie erhalten.',
    title: 'Person einladen',
    withSignIn:
      'Sie erhalten einen Einladungslink für diese Person. Er funktioniert einmal, innerhalb von sieben Tagen. Das Konto, mit dem sie sich dann anmeldet, wird ihr zugeordnet.',
    withoutSignIn:
      'Sie erhalten einen Einladungslink für diese Person. Er funktioniert einmal, innerhalb von sieben Tagen. Weil keine Anmeldung über OpenID Connect eingerichtet ist, meldet der Link selbst sie an, und sie braucht jedes Mal einen neuen.',
    button: 'Einladung erstellen',
    created: 'Einladung erstellt',
    link: ({ name }) => `Einladung für ${name}`,
    linkHelp:
      'Die Einladung funktioniert einmal, innerhalb von sieben Tagen. Geben Sie sie nur dieser Person: Wer sie zuerst öffnet, erhält ihre Rolle.',
    pending: ({ role, moment }) => phrase`Eingeladen als ${role} bis ${moment}. Eine neue Einladung ersetzt diese.`,
    again: 'Erneut einladen',
  },
  signInLink: {
    title: 'Anmeldung',
    help: 'Ein Anmeldelink funktioniert einmal, innerhalb von zehn Minuten, für den, der ihn zuerst öffnet. Im Änderungsprotokoll steht, dass Sie ihn erstellt haben.',
    button: 'Anmeldelink erstellen',
    pageTitle: 'Anmeldelink',
    link: ({ name }) => `Anmeldelink für ${name}`,
    linkHelp:
      'Der Link funktioniert einmal, innerhalb von zehn Minuten. Geben Sie ihn nur dieser Person: Wer ihn zuerst öffnet, wird als sie angemeldet.',
    notActive: 'Nur aktive Personen mit einer Rolle können einen Anmeldelink erhalten.',
    notOperator: 'Nur ein Betreiber der Plattform kann einen Link für einen Betreiber erstellen.',
  },
  end: {
    title: 'Zugang beenden',
    deactivatedText: 'Diese Person kann sich nicht anmelden, und ihre API-Schlüssel funktionieren nicht.',
    deactivateHelp:
      'Beim Deaktivieren wird die Person sofort abgemeldet. Ihre Links und API-Schlüssel funktionieren nicht mehr. Sie können sie wieder aktivieren.',
    activate: 'Aktivieren',
    deactivate: 'Deaktivieren',
    invitationHelp: 'Der Einladungslink funktioniert dann nicht mehr.',
    removeHelp:
      'Beim Entfernen enden die Rolle und die Anmeldungen der Person, und ihre API-Schlüssel werden endgültig widerrufen. Ihr Name bleibt bei ihren Handlungen stehen.',
    removeLink: 'Entfernen…',
  },
  remove: {
    title: 'Person entfernen',
    heading: ({ name }) => `${name} entfernen?`,
    text: 'Rolle, Sitzungen, Links und Anmeldungen der Person enden sofort. Ihre API-Schlüssel werden endgültig widerrufen. Ihr Name bleibt bei ihren Handlungen stehen.',
    keep: 'Person behalten',
  },
  secret: {
    shownOnce: 'Sie sehen das nur dieses eine Mal. Geht es verloren, erstellen Sie ein neues.',
    done: 'Ich habe es kopiert',
  },
}
