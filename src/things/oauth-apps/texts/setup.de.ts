import { phrase } from '../../../service/pages/texts/phrase.ts'
import { format } from '../../all-texts/de/format.ts'
import type { setup as english } from './setup.en.ts'

export const setup: typeof english = {
  list: {
    lead: ({ waiting }) => {
      if (waiting === 0)
        return 'Alles ist eingerichtet. Jeder Konnektor, der nicht deaktiviert ist, kann verbunden werden.'
      return waiting === 1
        ? '1 Konnektor braucht eine OAuth-App oder Einstellungen, bevor er verbunden werden kann. Die anderen sind bereit.'
        : `${format.number(waiting)} Konnektoren brauchen eine OAuth-App oder Einstellungen, bevor sie verbunden werden können. Die anderen sind bereit.`
    },
    needsSettings: 'Braucht Einstellungen',
    byPeople: 'Personen geben ihre Zugangsdaten ein',
    ownApp: 'OAuth mit einer App Ihrer Organisation',
    ownSettings: 'Einstellungen Ihrer Organisation',
    platformSettings: 'Einstellungen der Plattform',
  },
  readiness: { ready: 'Bereit', 'needs-app': 'Braucht eine OAuth-App', disabled: 'Deaktiviert' },
  trial: {
    accepted: 'Die OAuth-App funktioniert',
    recognized: 'Der Anbieter kennt die OAuth-App',
    refused: 'Der Anbieter lehnt die OAuth-App ab',
    unknown: 'Das Ergebnis ist noch nicht bekannt',
  },
  form: {
    clientId: 'Client-ID',
    clientSecret: 'Client-Geheimnis',
    secretMissing: 'Eine andere Client-ID braucht ihr eigenes Geheimnis.',
    lastChanged: ({ moment }) => phrase`Zuletzt geändert am ${moment}`,
    secretSealed:
      'Der eingegebene Wert wird 15 Minuten aufbewahrt. Lassen Sie das Feld leer, um ihn zu speichern. Wenn Sie einen anderen Wert ändern, geben Sie ihn noch einmal ein.',
    secretReplaced:
      'Der eingegebene Wert wird nicht aufbewahrt. Geben Sie ihn noch einmal ein, oder lassen Sie das Feld leer, um den gespeicherten zu behalten.',
    secretNew: ({ service }) => `${service} verschlüsselt den Wert und zeigt ihn nie an.`,
    test: 'App testen',
    app: 'OAuth-App',
    enterApp: 'OAuth-App eingeben',
    settings: ({ isForAll }) => (isForAll ? 'Einstellungen für alle' : 'Einstellungen Ihrer Organisation'),
    enterSettings: ({ isForAll }) =>
      isForAll ? 'Einstellungen für alle eingeben' : 'Einstellungen Ihrer Organisation eingeben',
  },
  nothingToDo: ({ name }) => `Sie müssen nichts einrichten. Wer ${name} verbindet, gibt die eigenen Zugangsdaten ein.`,
  availability: {
    disabled: ({ name }) => `${name} ist deaktiviert`,
    title: 'Wer verbinden kann',
    disabledText:
      'Neue Verbindungen sind nicht möglich. Bestehende Verbindungen funktionieren weiter und können erneut verbunden werden.',
    text: 'Alle, die Verbindungen hinzufügen können. Wenn Sie den Konnektor deaktivieren, kann das niemand mehr. Bestehende Verbindungen funktionieren weiter.',
    enable: ({ name }) => `${name} aktivieren`,
    disable: ({ name }) => `${name} deaktivieren`,
  },
  vendor: {
    title: ({ name }) => `OAuth-App bei ${name}`,
    selfRegistering: ({ name, service }) =>
      `${service} registriert sich selbst bei ${name}, deshalb brauchen Sie keine App. Geben Sie nur eine ein, wenn Sie Ihre eigene verwenden möchten.`,
    callbackUrl: 'Callback-URL. Geben Sie sie beim Anbieter genau so ein:',
    scopes: 'Berechtigungen (Scopes), die die App zulassen muss',
    createApp: ({ name }) => `App bei ${name} anlegen`,
  },
  preview: {
    button: 'Adresse anzeigen',
    title: 'Anmeldeadresse',
    empty: ({ name }) => `Die Adresse erscheint hier, sobald die Werte für ${name} gültig sind.`,
    help: 'Werte, die sich jedes Mal ändern, und Werte, die Personen eingeben, sind Beispiele.',
  },
  owner: {
    onlyYours: ({ isApp, choice }) => {
      const what = isApp
        ? 'Diese App gilt nur für Ihre Organisation'
        : 'Diese Einstellungen gelten nur für Ihre Organisation'
      return `${what}, denn die eingegebenen Werte bestimmen ${choice === 'server' ? 'den Server' : 'das Konto'}.`
    },
    enterServer: 'Geben Sie auch den Server ein. Geheimnisse werden nur an diesen Server gesendet.',
    platformApp: 'Das ist die App der Plattform. Sie gilt für jede Organisation ohne eigene App.',
    platformSettings:
      'Das sind die Einstellungen der Plattform. Sie gelten für jede Organisation ohne eigene Einstellungen.',
    ownApp: 'Das ist die App Ihrer Organisation.',
    ownSettings: 'Das sind die Einstellungen Ihrer Organisation.',
    platformAppServes: ({ service }) =>
      `Zurzeit wird die App der Plattform verwendet. Wenn Sie eine App eingeben, verwendet ${service} Ihre.`,
    platformSettingsServe: ({ service }) =>
      `Zurzeit werden die Einstellungen der Plattform verwendet. Wenn Sie Einstellungen eingeben, verwendet ${service} Ihre.`,
  },
  remove: {
    settings: 'Einstellungen löschen',
    settingsHelp: ({ name }) =>
      `Verbindungen von ${name}, die diese Einstellungen verwenden, funktionieren dann nicht mehr.`,
    settingsNamed: ({ name }) => `Einstellungen von ${name} löschen`,
    app: 'App löschen',
    appHelp: ({ name }) =>
      `${name} kann dann nicht mehr verbunden werden. Verbindungen, die die App verwenden, können ihren Zugriff nicht erneuern.`,
    appNamed: ({ name }) => `App von ${name} löschen`,
  },
}
