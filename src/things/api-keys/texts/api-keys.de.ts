import { phrase } from '../../../service/pages/texts/phrase.ts'
import { scopesInGerman } from '../../../service/rights/scopes.ts'
import type { apiKeys as english } from './api-keys.en.ts'

export const apiKeys: typeof english = {
  lead: 'Programme verwenden API-Schlüssel für die HTTP-API. Ein Schlüssel darf nie mehr, als die Person, die ihn angelegt hat, jetzt darf. Er funktioniert nicht mehr, sobald sie deaktiviert wird.',
  empty: {
    valid: 'Keine gültigen Schlüssel.',
    ended: 'Noch kein Schlüssel ist abgelaufen oder widerrufen.',
  },
  valid: 'Gültige Schlüssel',
  ended: 'Abgelaufene und widerrufene Schlüssel',
  table: {
    scopes: 'Berechtigungen',
    lastUsed: 'Zuletzt verwendet',
    expires: 'Läuft ab',
    unnamed: 'Ohne Namen',
    createdOnServer: 'Auf dem Server',
    revoked: ({ moment }) => phrase`Widerrufen ${moment}`,
  },
  create: {
    title: 'API-Schlüssel anlegen',
    help: 'Der Schlüssel wird einmal angezeigt. Er handelt in Ihrem Namen, und seine Änderungen stehen im Änderungsprotokoll.',
    life: 'Läuft ab nach',
    lives: {
      30: '30 Tagen',
      90: '90 Tagen',
      365: '1 Jahr',
      0: 'Läuft nicht ab',
    },
    nameInvalid: 'Geben Sie einen Namen von höchstens 100 Zeichen ein.',
    scopesMissing: 'Wählen Sie mindestens eine Berechtigung.',
    scopesTooWide: 'Sie können einem Schlüssel nur Berechtigungen geben, die Sie selbst haben.',
    lifeMissing: 'Wählen Sie, wann der Schlüssel abläuft.',
  },
  created: {
    pageTitle: 'Neuer API-Schlüssel',
    title: ({ name }) => `API-Schlüssel „${name}“`,
    help: ({ code }) =>
      phrase`Senden Sie den Schlüssel im Header ${code}. Bewahren Sie ihn dort auf, wo Sie Passwörter aufbewahren.`,
  },
  scopes: scopesInGerman,
}
