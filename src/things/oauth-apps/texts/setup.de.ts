import { format } from '../../all-texts/de/format.ts'
import type { setup as english } from './setup.en.ts'

export const setup: typeof english = {
  list: {
    title: 'Einrichten',
    heading: 'Konnektoren einrichten',
    lead: ({ waiting }) =>
      waiting === 0
        ? 'Alles ist eingerichtet. Jeder Konnektor, der nicht deaktiviert ist, kann verbunden werden.'
        : `${format.count(waiting, 'Konnektor braucht', 'Konnektoren brauchen')} eine OAuth-App oder Einstellungen, bevor ${waiting === 1 ? 'er' : 'sie'} verbunden werden ${waiting === 1 ? 'kann' : 'können'}. Die anderen sind bereit.`,
  },
  readinessWords: { ready: 'Bereit', 'needs-app': 'Braucht eine OAuth-App', disabled: 'Deaktiviert' },
  outcomeWords: {
    accepted: 'Die App funktioniert',
    recognized: 'Der Anbieter kennt die App',
    refused: 'Der Anbieter lehnt die App ab',
    unknown: 'Das Ergebnis ist noch nicht bekannt',
  },
  clientId: 'Client-ID',
  clientSecret: 'Client-Geheimnis',
  countConnections: ({ connections }) => format.count(connections, 'Verbindung', 'Verbindungen'),
  peopleEnterTheirCredentials: 'Personen geben ihre Zugangsdaten ein',
  oauthWithAnAppOf: 'OAuth, mit einer App Ihrer Organisation',
  settingsOfYourOrganization: 'Einstellungen Ihrer Organisation',
  settingsOfThePlatform: 'Einstellungen der Plattform',
  needsSettings: 'Braucht Einstellungen',
  anotherClientIdNeedsIts: 'Eine andere Client-ID braucht ihr eigenes Geheimnis.',
  setUp: ({ name }) => `${name} einrichten`,
  setUpLink: 'Einrichten',
  connect: ({ name }) => `${name} verbinden`,
  youDoNotNeedTo: ({ name }) =>
    `Sie müssen nichts einrichten. Wer ${name} verbindet, gibt die eigenen Zugangsdaten ein.`,
  isDisabled: ({ name }) => `${name} ist deaktiviert`,
  peopleWhoMayConnectIt: 'Wer verbinden darf',
  peopleCannotConnectItNow:
    'Niemand kann ihn jetzt verbinden. Bestehende Verbindungen funktionieren weiter und können erneut verbunden werden.',
  everybodyWhoIsSignedIn:
    'Alle, die angemeldet sind. Wenn Sie den Konnektor deaktivieren, kann niemand Verbindungen hinzufügen. Bestehende Verbindungen funktionieren weiter.',
  enable: ({ name }) => `${name} aktivieren`,
  disable: ({ name }) => `${name} deaktivieren`,
  theAppAt: ({ name }) => `Die App bei ${name}`,
  registersItselfAtSo: ({ name, service }) =>
    `${service} registriert sich selbst bei ${name}, deshalb brauchen Sie keine App. Geben Sie nur eine ein, wenn Sie Ihre eigene verwenden möchten.`,
  callbackUrlEnterItThere: 'Callback-URL: Geben Sie sie dort genau so ein',
  copy: 'Kopieren',
  scopesThatTheAppMust: 'Berechtigungen (Scopes), die die App zulassen muss',
  createTheAppAt: ({ name }) => `App bei ${name} anlegen`,
  lastChanged: ({ moment }) => ['Zuletzt geändert ', moment],
  theValueThatYouTyped:
    'Der eingegebene Wert wird 15 Minuten aufbewahrt. Lassen Sie das Feld leer, um ihn zu speichern. Wenn Sie einen anderen Wert ändern, geben Sie ihn noch einmal ein.',
  save: 'Speichern',
  testTheApp: 'App testen',
  showTheAddress: 'Adresse anzeigen',
  whatYouTypedHereIs:
    'Ihre Eingabe hier wird nicht aufbewahrt. Geben Sie sie noch einmal ein, oder lassen Sie das Feld leer, um den früher gesetzten Wert zu behalten.',
  aValueIsSet: ({ service }) =>
    `Ein Wert ist gesetzt. ${service} zeigt ihn nie an. Lassen Sie das Feld leer, um ihn zu behalten.`,
  thisPageDoesNotRepeat: 'Diese Seite wiederholt keine Geheimnisse. Geben Sie den Wert noch einmal ein.',
  encryptsItAndNever: ({ service }) => `${service} verschlüsselt den Wert und zeigt ihn nie an.`,
  addressWherePeopleSignIn: 'Adresse, unter der sich Personen anmelden',
  youSeeItWhenThe: ({ name }) => `Sie sehen sie, sobald die Werte in der Adresse von ${name} gültig sind.`,
  valuesThatChangeEachTime: 'Werte, die sich jedes Mal ändern, und Werte, die Personen eingeben, sind Beispiele.',
  theApp: 'Die App',
  enterTheApp: 'App eingeben',
  forEverybody: 'für alle',
  ofYourOrganization: 'für Ihre Organisation',
  theSettings: ({ whose }) => `Die Einstellungen ${whose}`,
  enterTheSettings: ({ whose }) => `Einstellungen ${whose} eingeben`,
  thisAppServes: 'Diese App gilt für',
  theseSettingsServe: 'Diese Einstellungen gelten für',
  yourOrganizationAloneBecauseWhat: ({ what, choice }) =>
    `${what} Ihre Organisation allein, denn die Eingaben bestimmen ${choice}.`,
  enterTheServerTooSecrets: 'Geben Sie auch den Server ein. Geheimnisse gehen nur an diesen Server.',
  youSetTheAppOf: 'Sie legen die App der Plattform fest. Sie gilt für jede Organisation ohne eigene App.',
  youEnterTheSettingsOf:
    'Sie geben die Einstellungen der Plattform ein. Sie gelten für jede Organisation ohne eigene Einstellungen.',
  youSetTheAppOfOrganization: 'Sie legen die App Ihrer Organisation fest.',
  youEnterTheSettingsOfOrganization: 'Sie geben die Einstellungen Ihrer Organisation ein.',
  theAppOfThePlatform: ({ service }) =>
    `Zurzeit gilt für Sie die App der Plattform. Wenn Sie eine App eingeben, verwendet ${service} Ihre.`,
  theSettingsOfThePlatform: ({ service }) =>
    `Zurzeit gelten für Sie die Einstellungen der Plattform. Wenn Sie Einstellungen eingeben, verwendet ${service} Ihre.`,
  deleteTheSettings: 'Einstellungen löschen',
  connectionsOfThatUseThese: ({ name }) =>
    `Verbindungen von ${name}, die diese Einstellungen verwenden, funktionieren dann nicht mehr.`,
  deleteTheSettingsOf: ({ name }) => `Einstellungen von ${name} löschen`,
  deleteTheApp: 'App löschen',
  peopleCanNoLongerConnect: ({ name }) =>
    `${name} kann dann nicht mehr verbunden werden. Verbindungen, die die App verwenden, können ihren Zugriff nicht erneuern.`,
  deleteTheAppOf: ({ name }) => `App von ${name} löschen`,
  choiceWords: { server: 'den Server', account: 'das Konto' },
}
