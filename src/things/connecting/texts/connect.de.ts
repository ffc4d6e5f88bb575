import { phrase } from '../../../service/pages/texts/phrase.ts'
import { format } from '../../all-texts/de/format.ts'
import type { CredentialWord, connect as english } from './connect.en.ts'

const countChecks = (count: number) => format.count(count, 'Prüfung', 'Prüfungen')

const credentialWords: Readonly<Record<CredentialWord, string>> = {
  api_key: 'einen API-Schlüssel',
  basic: 'einen Benutzernamen mit Passwort oder Token',
  other: 'Zugangsdaten',
}

export const connect: typeof english = {
  gallery: {
    often: 'Oft zuerst verbunden',
    lead: ({ service }) =>
      `Wählen Sie das System, das Sie prüfen möchten. ${service} verschlüsselt die Zugangsdaten, die Sie eingeben, sendet sie nur an dieses System und zeigt sie nie wieder an.`,
    notSetUp: 'Noch nicht eingerichtet',
    disabled: 'Zurzeit nicht verfügbar',
  },
  form: {
    credentials: 'Zugangsdaten',
    refused: ({ name }) => `${name} konnte nicht verbunden werden`,
    accountId: ({ name, code }) =>
      phrase`Das Konto bei ${name} muss Ihre Organisation nennen. Die Kennung Ihrer Organisation ist ${code}.`,
    emptyFieldsStay: 'Felder, die Sie leer lassen, behalten ihren Wert.',
    name: 'Name der Verbindung',
    nameHelp: ({ name }) => `Hilfreich, wenn Sie ${name} mehr als einmal verbinden. Beispiel: Produktion`,
    nameInvalid: 'Der Name muss aus einer Zeile mit höchstens 100 Zeichen bestehen.',
    busy: ({ name }) => `${name} wird kontaktiert…`,
    saveAndTest: 'Speichern und testen',
    signInHelp: ({ name, service }) =>
      `Sie melden sich bei ${name} an und gewähren dort den Zugriff. ${service} sieht Ihr Passwort nie.`,
    testHelp: ({ name, service }) => `${service} testet die Zugangsdaten sofort mit ${name}.`,
  },
  notReady: {
    title: ({ name }) => `${name} ist noch nicht eingerichtet`,
    setUp: ({ name, isApp }) =>
      isApp
        ? `${name} braucht eine OAuth-App. Richten Sie sie zuerst ein; das dauert einige Minuten.`
        : `${name} braucht Einstellungen. Geben Sie sie zuerst ein; das dauert einige Minuten.`,
    askAdmin: ({ name, isApp }) =>
      isApp
        ? `${name} braucht eine OAuth-App. Bitten Sie einen Administrator, sie zuerst einzurichten.`
        : `${name} braucht Einstellungen. Bitten Sie einen Administrator, sie zuerst einzugeben.`,
  },
  disabled: {
    title: ({ name }) => `${name} kann zurzeit nicht verbunden werden`,
    text: 'Ein Administrator dieses Dienstes hat den Konnektor deaktiviert. Bestehende Verbindungen funktionieren weiter.',
  },
  scopes: {
    title: ({ name }) => `Zugriff, den Sie bei ${name} gewähren`,
    forSignIn: 'Nötig, um sich anzumelden oder angemeldet zu bleiben.',
    forChecks: ({ checks }) => `Für: ${checks}`,
  },
  checks: {
    title: ({ checks }) => `${countChecks(checks)} ${checks === 1 ? 'wird' : 'werden'} ausgeführt`,
    writes: 'kann Daten ändern',
    readOnly: 'Alle Prüfungen lesen nur.',
  },
  goOn: {
    text: ({ host }) =>
      phrase`Sie melden sich bei ${host} an und gewähren dort den Zugriff. Tun Sie das in diesem Browser innerhalb von zehn Minuten. Danach kommen Sie hierher zurück.`,
    newWindow: ({ name }) =>
      `${name} erlaubt keine Anmeldung innerhalb einer anderen Seite und öffnet sich deshalb in einem neuen Fenster. Kommen Sie danach hierher zurück.`,
    open: ({ name }) => `${name} öffnen`,
    done: 'Ich habe mich angemeldet',
  },
  method: {
    signIn: ({ granted }) => `Jemand meldet sich beim Anbieter an und genehmigt ${granted ?? 'den Zugriff'}.`,
    app: ({ granted }) =>
      granted === undefined
        ? 'Ein Administrator legt beim Anbieter eine App an.'
        : `Ein Administrator legt beim Anbieter eine App an und gewährt ihr ${granted}.`,
    credentials: ({ credential, granted }) =>
      granted === undefined
        ? `Sie geben ${credentialWords[credential]} ein. Damit ist alles möglich, was der Inhaber darf.`
        : `Sie geben ${credentialWords[credential]} mit ${granted} ein.`,
  },
  end: {
    tryAgain: ({ name }) => `Noch einmal versuchen, ${name} zu verbinden`,
    ready: 'Die Verbindung ist bereit. Sie können diese Seite schließen.',
    unverified: 'Noch nicht bestätigt',
    notWorking: 'Verbunden, funktioniert aber noch nicht',
    open: 'Verbindung ansehen',
    checkApp: ({ name }) => `OAuth-App von ${name} prüfen`,
    code: ({ code }) => phrase`Fehlercode ${code}`,
    denied: 'Sie haben den Zugriff nicht gewährt',
    notGranted: 'Der Zugriff wurde nicht gewährt',
    expired: 'Diese Anmeldung ist abgelaufen',
    expiredText:
      'Die Anmeldung hat länger als zehn Minuten gedauert oder war bereits abgeschlossen. Es wurde keine Verbindung geändert.',
    otherBrowser: 'Diese Anmeldung hat nicht in diesem Browser begonnen',
    otherBrowserText:
      'Eine Anmeldung lässt sich nur einmal abschließen, in dem Browser, in dem sie begonnen hat. Wenn Ihnen jemand diesen Link geschickt hat, schließen Sie die Seite: Die Person möchte möglicherweise Ihr Konto mit ihrer Organisation verbinden.',
    appMisconfigured: 'Die OAuth-App ist nicht richtig eingerichtet',
    rejected: 'Die Anmeldung wurde nicht akzeptiert',
    noAnswer: 'Der Anbieter antwortet zurzeit nicht',
    notConnected: 'Nicht verbunden',
  },
  ask: {
    title: ({ connector, organization }) => `${connector} für ${organization} verbinden?`,
    text: ({ organization, connector, vendor, isRenewal }) =>
      `Die Organisation „${organization}“ bittet Sie, ${isRenewal ? `${connector} erneut zu verbinden` : `ein Konto bei ${connector} zu verbinden`}. Sie melden sich bei ${vendor} an. „${organization}“ kann dann die Daten lesen, die Sie dort zulassen.`,
    warning:
      'Wenn Sie diese Organisation nicht kennen oder diese Seite nicht erwartet haben, schließen Sie sie. Es wird nichts verbunden, wenn Sie nicht fortfahren.',
    scopes: 'Angeforderte Berechtigungen:',
  },
  otherOrganization: {
    title: 'Dieser Link gilt für eine andere Organisation',
    text: 'Dieser Link gilt für eine Organisation, bei der Sie nicht angemeldet sind. Es wurde keine Verbindung hergestellt. Melden Sie sich zuerst bei dieser Organisation an, oder schließen Sie die Seite, wenn Sie den Link nicht erwartet haben.',
  },
  dialog: {
    code: 'Code des Links',
    codeHelp: 'Der Code ist der Teil des Links nach „#“. Mit eingeschalteten Skripten müssen Sie ihn nicht eingeben.',
    close: 'Schließen',
    expired: 'Dieser Dialog ist abgelaufen',
    askAny: ({ organization }) =>
      `Die Organisation „${organization}“ bittet Sie, eines Ihrer Systeme zu verbinden. Sie kann dann die Daten lesen, die Sie zulassen. Wenn Sie diese Organisation nicht kennen, schließen Sie den Dialog.`,
    askOne: ({ organization, name }) =>
      `Die Organisation „${organization}“ bittet Sie, ein Konto bei ${name} zu verbinden. Sie kann dann die Daten lesen, die Sie zulassen. Wenn Sie diese Organisation nicht kennen, schließen Sie den Dialog.`,
    failed: 'Das Verbinden ist fehlgeschlagen',
    nothing: 'Es gibt keine Systeme, die Sie verbinden können.',
    chooseAnother: 'Anderes System wählen',
    theSystem: 'Das System',
    connected: ({ name }) => `${name} ist verbunden`,
    connectedUnverified: ({ name }) => `${name} ist verbunden, aber noch nicht bestätigt`,
    verified: ({ name }) =>
      `${name} hat die Zugangsdaten in einem ersten Test akzeptiert. Sie können den Dialog schließen.`,
    unverified: 'Es ist noch nicht bekannt, ob die Verbindung funktioniert.',
  },
}
