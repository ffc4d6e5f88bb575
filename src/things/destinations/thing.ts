import { defineThing } from '../../service/fields/define-thing.ts'
import { choice, flag, idOf, number, secret, text, time } from '../../service/fields/field.ts'
import { isEmpty, isSet } from '../../service/fields/states.ts'
import { nameLengthMax } from '../../service/records/text-limits.ts'
import { listKinds } from './vendors/destination-vendor.ts'
import { destinationVendorIds, destinationVendors } from './vendors/destination-vendors.ts'

const vendorNames = Object.fromEntries(destinationVendorIds.map((id) => [id, destinationVendors[id].name]))
const regions = ['us', 'eu', 'apac', 'gov'] as const

/** A place at another product that gets one list, whole or not at all. */
export const destination = defineThing({
  id: 'destination',
  about: 'Destinations: lists that are pushed to Vanta or Drata, whole or not at all.',
  since: 1,
  scopes: { read: 'integrations:read', write: 'webhooks:write' },
  place: 'settings',
  fields: {
    name: text({ max: nameLengthMax, description: 'What people call it.', example: 'Accounts at Drata' }),
    vendor: choice(destinationVendorIds, { description: 'Whose product it is.' }),
    region: choice(regions, { description: 'Where your tenant is.' }),
    list: choice(listKinds, { description: 'What is pushed: a list of a connection, or the findings that fail.' }),
    connectionId: idOf('connection', {
      description: 'The connection whose list it is. Findings need none: without one, those of all connections.',
    }).optional(),
    resource: text({
      max: 100,
      description: 'Vanta: id of the resource. Drata: ids of the custom connection and its resource, such as 12/34.',
      example: '5f2b7c',
    }),
    clientId: text({ max: 200, description: 'Vanta only: client id of the private integration.' }).optional(),
    secret: secret({
      max: 2_000,
      description:
        'Vanta: client secret. Drata: API key. It is stored sealed, and nobody gets it back. Empty: it stays as it is.',
    }).optional(),
    automatic: flag({ description: 'Push after each run of the connection.' }),
  },
  systemFields: {
    pushedAtMs: time({ description: 'When the list was last taken.' }).nullable(),
    pushed: number({ min: 0, max: 1_000_000, description: 'How many records it had then.' }).nullable(),
    failure: text({ max: 500, hasLines: true, description: 'Why the newest push was not made.' }).nullable(),
  },
  states: {
    'without-secret': { secret: isEmpty() },
    failing: { failure: isSet() },
    new: { pushedAtMs: isEmpty() },
    pushed: {},
  },
  rules: (values, { before }) => {
    const { vendor, list, connectionId, secret: entered } = values
    const problems = [
      ...destinationVendors[vendor].findProblems(values),
      ...(list !== 'finding' && connectionId === null
        ? [{ path: 'connectionId', message: 'must be the connection whose list it is' }]
        : []),
    ]
    if (problems.length > 0) return problems
    const isElsewhere =
      before !== undefined &&
      (before.clientId !== values.clientId ||
        destinationVendors[vendor].readOrigin(values) !== destinationVendors[before.vendor].readOrigin(before))
    return isElsewhere && entered !== null && entered === before.secret
      ? [{ path: 'secret', message: 'must be entered again: the one that is stored belongs to another place' }]
      : []
  },
  list: { columns: ['name', 'vendor', 'list', 'pushedAtMs', 'pushed'], max: 50 },
  messages: {
    en: {
      title: 'Destinations',
      lead: 'Lists that are pushed to Vanta or Drata, whole or not at all. You see what would be sent before.',
      empty: 'No destinations.',
      add: 'Add a destination',
      fields: {
        name: 'Name',
        vendor: 'Vendor',
        region: 'Region',
        list: 'List',
        connectionId: 'Connection',
        resource: 'Resource',
        clientId: 'Client ID',
        secret: 'Secret',
        automatic: 'After each run',
        pushedAtMs: 'Pushed',
        pushed: 'Records',
        failure: 'Failure',
      },
      states: { 'without-secret': 'Without secret', failing: 'Failing', new: 'Not pushed yet', pushed: 'Pushed' },
      choices: {
        ...vendorNames,
        true: 'Yes',
        false: 'No',
        us: 'United States',
        eu: 'Europe',
        apac: 'Asia and Pacific',
        gov: 'US government',
        account: 'Accounts',
        device: 'Devices',
        vulnerability: 'Vulnerabilities',
        finding: 'Failing findings',
      },
      actions: {},
    },
    de: {
      title: 'Ziele',
      lead: 'Listen, die an Vanta oder Drata gehen, ganz oder gar nicht. Sie sehen vorher, was gesendet würde.',
      empty: 'Keine Ziele.',
      add: 'Ziel hinzufügen',
      fields: {
        name: 'Name',
        vendor: 'Anbieter',
        region: 'Gegend',
        list: 'Liste',
        connectionId: 'Verbindung',
        resource: 'Ressource',
        clientId: 'Client-ID',
        secret: 'Geheimnis',
        automatic: 'Nach jedem Prüflauf',
        pushedAtMs: 'Gesendet',
        pushed: 'Einträge',
        failure: 'Fehler',
      },
      hints: {
        name: 'Wie man es nennt.',
        vendor: 'Wessen Produkt es ist.',
        region: 'Wo Ihr Mandant liegt.',
        list: 'Was gesendet wird: eine Liste einer Verbindung oder die Feststellungen, die fehlschlagen.',
        connectionId:
          'Die Verbindung, deren Liste es ist. Feststellungen brauchen keine: ohne Angabe die aller Verbindungen.',
        resource: 'Vanta: ID der Ressource. Drata: IDs der Custom Connection und ihrer Ressource, etwa 12/34.',
        clientId: 'Nur Vanta: Client-ID der privaten Integration.',
        secret:
          'Vanta: Client Secret. Drata: API-Schlüssel. Es wird versiegelt gespeichert, und niemand bekommt es zurück. Leer: Es bleibt, wie es ist.',
        automatic: 'Nach jedem Prüflauf der Verbindung senden.',
      },
      states: {
        'without-secret': 'Ohne Geheimnis',
        failing: 'Schlägt fehl',
        new: 'Noch nicht gesendet',
        pushed: 'Gesendet',
      },
      choices: {
        ...vendorNames,
        true: 'Ja',
        false: 'Nein',
        us: 'Vereinigte Staaten',
        eu: 'Europa',
        apac: 'Asien und Pazifik',
        gov: 'US-Behörden',
        account: 'Konten',
        device: 'Geräte',
        vulnerability: 'Schwachstellen',
        finding: 'Fehlgeschlagene Feststellungen',
      },
      actions: {},
    },
  },
})
