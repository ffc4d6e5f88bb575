import { type InventoryKind, version } from '../../define/index.ts'
import { CheckError } from '../../errors/index.ts'
import { omitUndefined } from '../../text/omit-undefined.ts'
import type { InventoryHead } from '../inventory-head.ts'
import type { StoredRecord } from '../stored-record.ts'
import type { WriteInventory } from './inventory-export.ts'

/** Version of the schema that the events follow. */
const ocsfVersion = '1.8.0'

/**
 * OCSF 1.8.0 discovery events, one a line: accounts and persons are User Inventory Info (class 5003), devices are Device Inventory
 * Info (class 5001). Times are epoch milliseconds. The whole record is in `unmapped`, because OCSF cannot tell "none" from "nobody
 * knows".
 * @throws CheckError `INVENTORY_NOT_EXPORTABLE` for kinds without a class
 */
export const writeInventoryOcsf: WriteInventory = async function* ({ head, records }) {
  const form = demandExportable(head.of)
  let sequence = 0
  for await (const record of records)
    yield `${JSON.stringify({ ...buildEvent(head, form, sequence++), ...form.describe(record), unmapped: { record } })}\n`
}

/** The class of a kind. @throws CheckError `INVENTORY_NOT_EXPORTABLE` for kinds without one */
export function demandExportable(of: InventoryKind): EventForm {
  const form = forms[of]
  if (form) return form
  throw new CheckError(
    `OCSF ${ocsfVersion} has no class for an inventory of kind "${of}". Use csv or json. It has classes for: ${Object.keys(forms).join(', ')}.`,
    { code: 'INVENTORY_NOT_EXPORTABLE' },
  )
}

interface EventForm {
  readonly uid: number
  readonly name: string
  readonly describe: (record: StoredRecord) => object
}

function buildEvent({ connector, runId, readAt, organizationId }: InventoryHead, form: EventForm, sequence: number) {
  return {
    activity_id: 2,
    activity_name: 'Collect',
    category_uid: 5,
    category_name: 'Discovery',
    class_uid: form.uid,
    class_name: form.name,
    type_uid: form.uid * 100 + 2,
    type_name: `${form.name}: Collect`,
    severity_id: 1,
    severity: 'Informational',
    time: Date.parse(readAt),
    metadata: {
      version: ocsfVersion,
      uid: `${runId}:${form.uid}:${sequence}`,
      correlation_uid: runId,
      sequence,
      log_name: connector.id,
      tenant_uid: organizationId,
      product: { name: 'Checkwright', uid: 'checkwright', vendor_name: 'Checkwright', version },
    },
  }
}

const forms: { readonly [Of in InventoryKind]?: EventForm } = {
  account: { uid: 5003, name: 'User Inventory Info', describe: (record) => ({ user: toAccountUser(record) }) },
  person: { uid: 5003, name: 'User Inventory Info', describe: (record) => ({ user: toPersonUser(record) }) },
  device: { uid: 5001, name: 'Device Inventory Info', describe: (record) => ({ device: toDevice(record) }) },
}

function toAccountUser(record: StoredRecord): object {
  const { id, name, kind, status, email, administrator, secondFactor, roles, aliases, createdAt, lastActiveAt } = record
  const type = administrator === true ? userTypes.admin : (userTypes[String(kind)] ?? userTypes.unknown)
  return {
    uid: id,
    ...pickText({ full_name: name, email_addr: email }),
    ...type,
    has_mfa: typeof secondFactor === 'boolean' ? secondFactor : undefined,
    groups: Array.isArray(roles) ? roles.map((role) => ({ name: role, type: 'role' })) : undefined,
    account: {
      uid: id,
      is_disabled: status === 'unknown' ? undefined : status === 'suspended' || status === 'deleted',
    },
    ...pickObject('ldap_person', {
      email_addrs: Array.isArray(aliases) && aliases.length > 0 ? aliases : undefined,
      ...pickTimes({ created_time: createdAt, last_login_time: lastActiveAt }),
    }),
  }
}

function toPersonUser(record: StoredRecord): object {
  const { id, name, email, aliases, department, managerId, startsAt, endsAt } = record
  return {
    uid: id,
    ...pickText({ full_name: name, email_addr: email }),
    ...userTypes.person,
    ...pickObject('ldap_person', {
      email_addrs: Array.isArray(aliases) && aliases.length > 0 ? aliases : undefined,
      ...pickText({ department }),
      ...pickTimes({ hire_time: startsAt, leave_time: endsAt }),
      manager: typeof managerId === 'string' ? { uid: managerId } : undefined,
    }),
  }
}

function toDevice(record: StoredRecord): object {
  const { id, name, ownerEmail, serialNumber, os, osVersion, managed, compliant, lastSeenAt } = record
  return {
    uid: id,
    type_id: 0,
    type: 'Unknown',
    ...pickText({ name }),
    // OCSF demands a name or an id of an owner.
    ...pickObject('owner', pickText({ name: ownerEmail, email_addr: ownerEmail })),
    ...pickObject('hw_info', pickText({ serial_number: serialNumber })),
    os: typeof os === 'string' ? { name: os, ...toOsType(os), ...pickText({ version: osVersion }) } : undefined,
    is_managed: typeof managed === 'boolean' ? managed : undefined,
    is_compliant: typeof compliant === 'boolean' ? compliant : undefined,
    ...pickTimes({ last_seen_time: lastSeenAt }),
  }
}

const userTypes: Readonly<Record<string, { readonly type_id: number; readonly type: string }>> & {
  readonly unknown: { readonly type_id: number; readonly type: string }
} = {
  person: { type_id: 1, type: 'User' },
  guest: { type_id: 1, type: 'User' },
  admin: { type_id: 2, type: 'Admin' },
  service: { type_id: 4, type: 'Service' },
  shared: { type_id: 99, type: 'Shared' },
  unknown: { type_id: 0, type: 'Unknown' },
}

const osTypes: readonly (readonly [pattern: RegExp, id: number, name: string])[] = [
  [/^windows/i, 100, 'Windows'],
  [/^(?:mac ?os|os ?x)/i, 300, 'macOS'],
  [/^ipados/i, 302, 'iPadOS'],
  [/^ios/i, 301, 'iOS'],
  [/^android/i, 201, 'Android'],
  [/linux/i, 200, 'Linux'],
]

/** The number of the system, where its name says it; else "other" with the vendor's own name. */
function toOsType(os: string): object {
  const [, id, name] = osTypes.find(([pattern]) => pattern.test(os)) ?? [undefined, 99, os]
  return { type_id: id, type: name }
}

function pickText(members: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function pickTimes(members: Readonly<Record<string, unknown>>): Record<string, number> {
  return Object.fromEntries(Object.entries(pickText(members)).map(([name, time]) => [name, Date.parse(time)]))
}

function pickObject(name: string, members: object): object {
  return Object.keys(omitUndefined(members)).length > 0 ? { [name]: members } : {}
}
