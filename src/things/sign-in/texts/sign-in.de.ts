import { phrase } from '../../../service/pages/texts/phrase.ts'
import type { signIn as english } from './sign-in.en.ts'

export const signIn: typeof english = {
  yourSignIn: 'Ihrer Anmeldung',
  callbackOnly: 'Diese Adresse ist nur für den Browser, der von der Anmeldung zurückkommt.',
  noneSetUp: 'Es ist keine Anmeldung eingerichtet. Wenden Sie sich an den Betreiber dieses Dienstes.',
  organizationId: 'Kennung Ihrer Organisation',
  withIssuer: ({ name }) => `Mit ${name} anmelden`,
  issuers: {
    lead: 'Identitätsanbieter, mit denen sich Personen über OpenID Connect bei dieser Organisation anmelden.',
    empty: ({ code }) =>
      phrase`Noch kein Anbieter. Registrieren Sie einen auf dem Rechner mit ${code} oder über die API.`,
    redirect: ({ uri }) => phrase`Redirect-URI, die dort einzutragen ist: ${uri}`,
    makerGone:
      'Die Person, die ihn hinzugefügt hat, ist nicht mehr Administrator. Prüfen Sie, ob Sie ihm noch vertrauen.',
    test: 'Testen',
    steps: 'Was versucht wurde',
    names: {
      discovery: 'Metadaten',
      clock: 'Uhr',
      endpoints: 'Endpunkte',
      algorithms: 'Algorithmen',
      keys: 'Schlüssel',
      client: 'Client',
      redirect: 'Redirect-URI',
    },
    outcomes: { ok: 'OK', broken: 'Fehlerhaft' },
  },
  link: {
    button: ({ name }) => `Als ${name} anmelden`,
    text: ({ person, organization, role }) =>
      phrase`Dieser Link meldet Sie an als ${person} von ${organization} mit der Rolle ${role}.`,
    warning: 'Wenn das nicht Sie sind oder Sie diesen Link nicht erwartet haben, schließen Sie diese Seite.',
    once: 'Der Link funktioniert einmal, in diesem Browser.',
    expired: 'Dieser Link ist nicht mehr gültig',
    expiredText:
      'Der Link wurde bereits verwendet, oder er ist älter als zehn Minuten. Der Betreiber dieses Dienstes kann einen neuen erstellen.',
  },
  invitation: {
    button: ({ name }) => `Als ${name} fortfahren`,
    invalid:
      'Diese Einladung wurde bereits verwendet, ist älter als sieben Tage, oder wer sie erstellt hat, darf niemanden mehr einladen. Fordern Sie eine neue an.',
    pageTitle: 'Sie sind eingeladen',
    title: ({ name }) => `Sie sind zu ${name} eingeladen`,
    text: ({ person, role }) => phrase`Als ${person} mit der Rolle ${role}.`,
    textWithPeriod: ({ person, role, runs }) => phrase`Als ${person} mit der Rolle ${role}, für ${runs}.`,
    account: 'Das Konto, mit dem Sie sich anmelden, wird das Konto dieser Person.',
    warning: 'Wenn das nicht Sie sind, schließen Sie diese Seite.',
  },
  refused: {
    title: 'Sie sind nicht angemeldet',
    link: 'Erneut anmelden',
  },
  signedOut: {
    pageTitle: 'Abgemeldet',
    title: 'Sie sind abgemeldet',
    text: 'In diesem Browser sind keine Daten von Ihnen gespeichert. Sie können diese Seite schließen.',
  },
}
