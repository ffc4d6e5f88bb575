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
    title: 'Verbinden',
    heading: 'System verbinden',
    lead: ({ service }) =>
      `Wählen Sie das System, das Sie prüfen möchten. ${service} verschlüsselt Ihre Eingaben, sendet sie nur an dieses System und zeigt sie nie wieder an.`,
  },
  connectedButItDoesNot: 'Verbunden, funktioniert aber noch nicht',
  connectAgain: 'Erneut verbinden',
  openTheConnection: 'Verbindung öffnen',
  connected: 'Verbunden',
  theConnectionIsReadyYou: 'Die Verbindung ist bereit. Sie können diese Seite schließen.',
  notProvenYet: 'Noch nicht bestätigt',
  checkTheAppOf: ({ name }) => `App von ${name} prüfen`,
  code: ({ code }) => ['Fehlercode ', code],
  chooseWhatToConnect: 'Auswählen, was verbunden werden soll',
  connectNamedAgain: ({ name }) => `${name} erneut verbinden`,
  youDidNotAllowIt: 'Sie haben es nicht zugelassen',
  accessWasNotGranted: 'Der Zugriff wurde nicht gewährt',
  thisSignInIsOver: 'Diese Anmeldung ist beendet',
  itTookLongerThanTen:
    'Sie hat länger als zehn Minuten gedauert oder war bereits abgeschlossen. Es wurde jetzt keine Verbindung geändert.',
  thisSignInDidNot: 'Diese Anmeldung hat nicht in diesem Browser begonnen',
  youCanFinishItOnly:
    'Sie können sie nur einmal abschließen, in dem Browserfenster, in dem sie begonnen hat. Wenn Ihnen jemand diesen Link geschickt hat, schließen Sie die Seite: Die Person möchte möglicherweise Ihr Konto mit ihrem verbinden.',
  theAppIsNotSet: 'Die App ist nicht richtig eingerichtet',
  theSignInWasNot: 'Die Anmeldung wurde nicht akzeptiert',
  noAnswerRightNow: 'Zurzeit keine Antwort',
  notConnected: 'Nicht verbunden',
  connectFor: ({ connector, organization }) => `${connector} für ${organization} verbinden?`,
  asksYouAndYouSignIn: ({ organization, connector, vendor, isRenewal }) =>
    `Die Organisation „${organization}“ bittet Sie, ${isRenewal ? `${connector} erneut zu verbinden` : `ein Konto bei ${connector} zu verbinden`}. Sie melden sich bei ${vendor} an. „${organization}“ kann dann lesen, was Sie dort zulassen.`,
  ifYouDoNotKnow:
    'Wenn Sie diese Organisation nicht kennen oder diese Seite nicht erwartet haben, schließen Sie sie. Es wird nichts verbunden, wenn Sie nicht fortfahren.',
  itRequests: 'Angefordert werden:',
  continueTo: ({ connector }) => `Weiter zu ${connector}`,
  thisLinkIsForAnother: 'Dieser Link gilt für eine andere Organisation',
  thisLinkIsForAn:
    'Dieser Link gilt für eine Organisation, bei der Sie nicht angemeldet sind. Es wurde keine Verbindung hergestellt. Melden Sie sich zuerst bei dieser Organisation an, oder schließen Sie die Seite, wenn Sie den Link nicht erwartet haben.',
  theNameMustBeOne: 'Der Name muss aus einer Zeile mit höchstens 100 Zeichen bestehen.',
  connect: ({ name }) => `${name} verbinden`,
  connectLink: 'Verbinden',
  connection: 'Verbindung',
  signInAt: ({ name }) => `Bei ${name} anmelden`,
  credentials: 'Zugangsdaten',
  thatDidNotWorkWith: ({ name }) => `Das hat mit ${name} nicht funktioniert`,
  theAccountAtMustName: ({ name, code }) => [
    'Das Konto bei ',
    name,
    ' muss Ihre Organisation nennen. Die Kennung Ihrer Organisation ist ',
    code,
    '.',
  ],
  ifYouLeaveAField: 'Wenn Sie ein Feld leer lassen, bleibt sein Wert, wie er ist.',
  nameOfTheConnection: 'Name der Verbindung',
  optional: 'optional',
  ifYouConnectMoreThan: ({ name }) => `Wenn Sie ${name} mehr als einmal verbinden, zum Beispiel „Produktion“.`,
  asking: ({ name }) => `${name} wird befragt…`,
  continueToVendor: ({ name }) => `Weiter zu ${name}`,
  saveAndTest: 'Speichern und testen',
  youSignInAtAnd: ({ name, service }) =>
    `Sie melden sich bei ${name} an und entscheiden dort. ${service} sieht Ihr Passwort nie.`,
  testsItWithImmediately: ({ name, service }) => `${service} testet die Angaben sofort mit ${name}.`,
  aValueIsSet: ({ service }) =>
    `Ein Wert ist gesetzt. ${service} zeigt ihn nie an. Lassen Sie das Feld leer, um ihn zu behalten.`,
  thisPageDoesNotRepeat: 'Diese Seite wiederholt keine Geheimnisse. Geben Sie den Wert noch einmal ein.',
  isNotSetUpYet: ({ name }) => `${name} ist noch nicht eingerichtet`,
  needsEnterFirstItTakes: ({ name, isApp }) =>
    isApp
      ? `${name} braucht eine OAuth-App. Geben Sie zuerst eine ein; das dauert einige Minuten.`
      : `${name} braucht Einstellungen. Geben Sie sie zuerst ein; das dauert einige Minuten.`,
  needsAskAnAdministratorTo: ({ name, isApp }) =>
    isApp
      ? `${name} braucht eine OAuth-App. Bitten Sie einen Administrator, zuerst eine einzugeben.`
      : `${name} braucht Einstellungen. Bitten Sie einen Administrator, sie zuerst einzugeben.`,
  setUp: ({ name }) => `${name} einrichten`,
  cannotBeConnectedForNow: ({ name }) => `${name} kann zurzeit nicht verbunden werden`,
  anAdministratorOfThisService:
    'Ein Administrator dieses Dienstes hat den Konnektor deaktiviert. Bestehende Verbindungen funktionieren weiter.',
  accessThatYouGrantAt: ({ name }) => `Zugriff, den Sie bei ${name} gewähren, und wofür`,
  theConnectorNeedsThisTo: 'Der Konnektor braucht das, um sich anzumelden oder angemeldet zu bleiben.',
  for: ({ checks }) => `Für: ${checks}`,
  checkWillRun: ({ checks }) => `${countChecks(checks)} ${checks === 1 ? 'wird' : 'werden'} ausgeführt`,
  mayChangeDataThere: 'kann dort Daten ändern',
  allChecksAreReadOnly: 'Alle Prüfungen lesen nur.',
  countChecks: ({ checks }) => countChecks(checks),
  countConnections: ({ connections }) => format.count(connections, 'Verbindung', 'Verbindungen'),
  notSetUpYet: 'Noch nicht eingerichtet',
  notAvailableForNow: 'Zurzeit nicht verfügbar',
  youGoTo: 'Sie gehen zu ',
  toSignInAndDecide:
    ', um sich anzumelden und zu entscheiden. Tun Sie das in diesem Browser innerhalb von zehn Minuten. Danach kommen Sie hierher zurück.',
  doesNotSignPeopleIn: ({ name }) =>
    `${name} meldet niemanden innerhalb einer anderen Seite an und öffnet sich deshalb in einem neuen Fenster. Kommen Sie danach hierher zurück.`,
  openVendor: ({ name }) => `${name} öffnen`,
  iHaveFinishedThere: 'Ich bin dort fertig',
  permissions: ({ count }) => format.count(count, 'Berechtigung', 'Berechtigungen'),
  somebodySignsInThere: ({ granted }) => `Jemand meldet sich dort an und genehmigt ${granted ?? 'den Zugriff'}.`,
  anAdministratorThereCreatesAn: ({ granted }) =>
    `Ein Administrator legt dort eine App an${granted === undefined ? '' : ` und gewährt ihr ${granted}`}.`,
  youEnter: ({ credential, granted }) =>
    granted === undefined
      ? `Sie geben ${credentialWords[credential]} ein. Damit ist alles möglich, was der Inhaber darf.`
      : `Sie geben ${credentialWords[credential]} mit ${granted} ein.`,
  dialog: {
    title: 'Verbinden',
    connectASystem: 'System verbinden',
    code: 'Code des Links',
    itIsThePartOf: 'Er ist der Teil des Links hinter „#“. Mit eingeschalteten Skripten müssen Sie ihn nicht eingeben.',
    goOn: 'Weiter',
    close: 'Schließen',
    thisDialogIsOver: 'Dieser Dialog ist beendet',
    asksYouToConnectOne: ({ organization }) =>
      `Die Organisation „${organization}“ bittet Sie, eines Ihrer Systeme zu verbinden. Sie kann dann lesen, was Sie zulassen. Wenn Sie diese Organisation nicht kennen, schließen Sie den Dialog.`,
    asksYouToConnect: ({ organization, name }) =>
      `Die Organisation „${organization}“ bittet Sie, ein Konto bei ${name} zu verbinden. Sie kann dann lesen, was Sie zulassen. Wenn Sie diese Organisation nicht kennen, schließen Sie den Dialog.`,
    thatDidNotWork: 'Das hat nicht funktioniert',
    thereIsNothingToConnect: 'Hier gibt es nichts zu verbinden.',
    chooseAnotherSystem: 'Anderes System wählen',
    theSystem: 'Das System',
    isConnected: ({ name }) => `${name} ist verbunden`,
    isConnectedButNotProven: ({ name }) => `${name} ist verbunden, aber noch nicht bestätigt`,
    acceptedItInAFirst: ({ name }) =>
      `${name} hat die Verbindung in einem ersten Test akzeptiert. Sie können den Dialog schließen.`,
    nobodyKnowsYetWhether: 'Es ist noch nicht bekannt, ob die Verbindung funktioniert.',
  },
}
