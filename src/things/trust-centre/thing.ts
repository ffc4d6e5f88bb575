import { createSecret } from '../../auth/secret.ts'
import { defineThing } from '../../service/fields/define-thing.ts'
import { day, idOf, link, list, text, time } from '../../service/fields/field.ts'
import { isSet } from '../../service/fields/states.ts'

const trustScopes = { read: 'tasks:read', write: 'judgements:write' } as const

/** A public page of the organization. It is off until somebody opens it. */
export const trustCentre = defineThing({
  id: 'trust-centre',
  about: 'Trust centres: public pages with the signed state of named controls, documents and answers.',
  since: 1,
  scopes: trustScopes,
  place: 'settings',
  fields: {
    name: text({ max: 60, description: 'Name on the page, such as that of your product.', example: 'Acme Cloud' }),
    introduction: text({ max: 5_000, hasLines: true, description: 'What visitors read first.' }).optional(),
    controls: list(
      idOf('control', { description: 'The only controls that are shown, by their ids.', example: 'CC6.1' }),
      {
        max: 500,
      },
    ).optional(),
    answers: list(
      idOf('manual-answer', { description: 'Answers of the knowledge base that are shown, in this order.' }),
    ).optional(),
    agreement: text({
      max: 20_000,
      hasLines: true,
      description: 'What people agree to before they get documents. Without it nobody can ask for any.',
    }).optional(),
  },
  systemFields: {
    slug: text({ max: 64, description: 'Last part of its address; nobody can guess it.', isUnique: true }).nullable(),
    openedAtMs: time({ description: 'When it was opened.' }).nullable(),
  },
  begin: () => ({ slug: createSecret() }),
  states: { open: { openedAtMs: isSet() }, off: {} },
  actions: {
    open: {
      summary: 'Open it to everybody who has its address',
      from: ['off'],
      run: (_, { nowMs }) => ({ openedAtMs: nowMs }),
    },
    close: { summary: 'Close it', from: ['open'], run: () => ({ openedAtMs: null }) },
    'renew-address': {
      summary: 'Give it another address; the one before leads nowhere',
      run: () => ({ slug: createSecret() }),
    },
  },
  list: { columns: ['name', 'slug', 'openedAtMs'], max: 100 },
  messages: {
    en: {
      title: 'Trust centres',
      lead: 'Public pages with the signed state of the controls that you name, and with documents.',
      empty: 'No trust centres.',
      add: 'Add a trust centre',
      fields: {
        name: 'Name on the page',
        introduction: 'Introduction',
        controls: 'Controls shown',
        answers: 'Answers shown',
        agreement: 'Agreement',
        slug: 'Address',
        openedAtMs: 'Opened',
      },
      states: { open: 'Open', off: 'Off' },
      actions: { open: 'Open to the public', close: 'Close to the public', 'renew-address': 'New address' },
    },
    de: {
      title: 'Trust-Center',
      lead: 'Öffentliche Seiten mit dem signierten Stand der Kontrollen, die Sie nennen, und mit Dokumenten.',
      empty: 'Keine Trust-Center.',
      add: 'Trust-Center hinzufügen',
      fields: {
        name: 'Name auf der Seite',
        introduction: 'Einleitung',
        controls: 'Gezeigte Kontrollen',
        answers: 'Gezeigte Antworten',
        agreement: 'Vereinbarung',
        slug: 'Adresse',
        openedAtMs: 'Geöffnet',
      },
      hints: {
        name: 'Der Name auf der Seite, etwa der Ihres Produkts.',
        introduction: 'Was Besucher zuerst lesen.',
        controls: 'Die Kontrollen, die allein gezeigt werden, nach ihrer Kennung.',
        answers: 'Antworten der Wissensdatenbank, die gezeigt werden, in dieser Reihenfolge.',
        agreement:
          'Welchem Text Personen zustimmen, bevor sie Dokumente bekommen. Ohne ihn kann niemand welche anfordern.',
      },
      states: { open: 'Öffentlich', off: 'Aus' },
      actions: { open: 'Veröffentlichen', close: 'Schließen', 'renew-address': 'Neue Adresse' },
    },
  },
})

/** A signed status page of a package, which the centre shows from then on. Only `publishStatus` makes one. */
export const trustStatus = defineThing({
  id: 'trust-status',
  plural: 'trust-statuses',
  about: 'Signed states of controls that trust centres show, the newest of each.',
  since: 1,
  scopes: trustScopes,
  place: 'part',
  verbs: ['delete'],
  fields: {
    framework: text({ max: 200, description: 'The framework.', example: 'SOC 2' }),
    centreId: idOf('trust-centre', { description: 'The trust centre.' }),
    firstDay: day({ description: 'First day of the package.' }),
    lastDay: day({ description: 'Last day of the package.' }),
    packageId: text({ max: 255, description: 'The package that it was made of.' }),
    fileId: idOf('upload', { description: 'Its signed files.' }).optional(),
  },
  list: { columns: ['framework', 'firstDay', 'lastDay'], max: 10_000 },
  messages: {
    en: {
      title: 'Signed states',
      lead: 'What trust centres show of controls. The newest counts.',
      empty: 'Nothing published.',
      add: 'Publish',
      fields: {
        framework: 'Framework',
        centreId: 'Trust centre',
        firstDay: 'First day',
        lastDay: 'Last day',
        packageId: 'Package',
        fileId: 'Signed files',
      },
      states: {},
      actions: {},
    },
    de: {
      title: 'Signierte Stände',
      lead: 'Was Trust-Center von Kontrollen zeigen. Der neueste zählt.',
      empty: 'Nichts veröffentlicht.',
      add: 'Veröffentlichen',
      fields: {
        framework: 'Rahmenwerk',
        centreId: 'Zugehöriges Trust-Center',
        firstDay: 'Erster Tag',
        lastDay: 'Letzter Tag',
        packageId: 'Paket',
        fileId: 'Signierte Dateien',
      },
      hints: {
        framework: 'Das Rahmenwerk.',
        centreId: 'Das Trust-Center, das ihn zeigt.',
        firstDay: 'Erster Tag des Pakets.',
        lastDay: 'Letzter Tag des Pakets.',
        packageId: 'Das Paket, aus dem er stammt.',
        fileId: 'Seine signierten Dateien.',
      },
      states: {},
      actions: {},
    },
  },
})

/** A link that the page shows. */
export const trustLink = defineThing({
  id: 'trust-link',
  about: 'Links that trust centres show.',
  since: 1,
  scopes: trustScopes,
  place: 'part',
  fields: {
    title: text({ max: 100, description: 'What people read.', example: 'Report a vulnerability' }),
    centreId: idOf('trust-centre', { description: 'The trust centre.' }),
    url: link({ description: 'Where it leads.', example: 'https://acme.example/security' }),
  },
  list: { columns: ['title', 'url'], max: 500 },
  messages: {
    en: {
      title: 'Links',
      lead: 'Links that trust centres show.',
      empty: 'No links.',
      add: 'Add a link',
      fields: { title: 'Text of the link', centreId: 'Trust centre', url: 'URL' },
      states: {},
      actions: {},
    },
    de: {
      title: 'Verweise',
      lead: 'Verweise, die Trust-Center zeigen.',
      empty: 'Keine Verweise.',
      add: 'Verweis hinzufügen',
      fields: { title: 'Text des Verweises', centreId: 'Zugehöriges Trust-Center', url: 'URL' },
      hints: {
        title: 'Was Besucher lesen.',
        centreId: 'Das Trust-Center, das ihn zeigt.',
        url: 'Wohin er führt.',
      },
      states: {},
      actions: {},
    },
  },
})
