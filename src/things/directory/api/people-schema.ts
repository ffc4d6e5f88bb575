import { z } from '@hono/zod-openapi'
import { exampleConnectionId, toNullable } from '../../../service/api/schemas/schemas.ts'
import type { PersonDetail, PersonRow } from '../people-view.ts'
import type { AccountView, DeviceView, ShownOwner, TrainingView } from '../view-entries.ts'

const known = z.enum(['yes', 'no', 'unknown']).openapi({ description: '`unknown`: the vendor does not say.' })
const examplePersonId = `${exampleConnectionId}/7`
const text = (example: string | null) => z.string().nullable().openapi({ example })

const OwnerSchema = z
  .object({
    is: z.enum(['person', 'service', 'out-of-scope', 'ambiguous', 'nobody', 'unknown']).openapi({ example: 'person' }),
    personId: text(examplePersonId).openapi({ description: 'The person, or the owner of a service.' }),
    personName: text('Ada Archer'),
    by: text('email').openapi({ description: 'What says so.' }),
    because: text(null).openapi({ description: 'Why it is not told, or a doubt.' }),
    proposals: z
      .array(
        z.object({
          personId: z.string(),
          personName: z.string().nullable(),
          because: z.string(),
          digest: z
            .string()
            .nullable()
            .openapi({ description: 'Dismiss the proposal by it. null: somebody has to decide.' }),
        }),
      )
      .openapi({ description: 'People whom it may belong to. Nothing is linked by that.', example: [] }),
  })
  .openapi('AccountOwner')

export const AccountSchema = z
  .object({
    connectionId: z.string().openapi({ example: exampleConnectionId }),
    id: z.string().openapi({ description: 'At the vendor.', example: 'usr-7' }),
    name: text('ada'),
    email: text('ada@acme.example'),
    kind: z.string().openapi({ example: 'person' }),
    status: z.string().openapi({ example: 'active' }),
    administrator: known,
    secondFactor: known,
    createdAt: text('2024-05-01T12:00:00Z'),
    lastActiveAt: text('2026-05-01T12:00:00Z'),
    owner: OwnerSchema,
  })
  .openapi('Account')

export const DeviceSchema = z
  .object({
    connectionId: z.string().openapi({ example: exampleConnectionId }),
    id: z.string().openapi({ example: 'dev-7' }),
    name: text('ada-laptop'),
    serialNumber: text('C02X'),
    os: text('macOS'),
    osVersion: text('16.1'),
    ownerEmail: text('ada@acme.example'),
    managed: known,
    diskEncrypted: known,
    screenLock: known,
    lastSeenAt: text('2026-05-01T12:00:00Z'),
    owner: OwnerSchema,
  })
  .openapi('Device')

const TrainingSchema = z
  .object({
    connectionId: z.string().openapi({ example: exampleConnectionId }),
    id: z.string(),
    course: text('Security basics'),
    status: z.string().openapi({ example: 'completed' }),
    dueAt: text(null),
    completedAt: text('2026-05-01T12:00:00Z'),
  })
  .openapi('Training')

const personShape = {
  key: z.string().openapi({ description: 'For URLs.', example: 'k3Jd8fQ2mZx7Rb1LwY0aTg' }),
  id: z.string().openapi({ description: 'For links: the source, "/" and the id there.', example: examplePersonId }),
  name: text('Ada Archer'),
  email: text('ada@acme.example'),
  kind: z.enum(['employee', 'contractor', 'unknown']).openapi({ example: 'employee' }),
  status: z
    .enum(['active', 'onLeave', 'left', 'future', 'unknown', 'missing'])
    .openapi({ description: '`missing`: linked once, and not in the source any more.', example: 'active' }),
  employment: z
    .object({
      is: z.enum(['working', 'not begun', 'left', 'leaving', 'unknown']).openapi({ example: 'working' }),
      since: text(null),
      because: text(null),
    })
    .openapi({ description: 'Whether they belong to the organization, by the newest reading.' }),
  sourceId: z.string().openapi({ example: exampleConnectionId }),
  startsAt: text('2024-05-01'),
  endsAt: text(null),
  others: z.array(z.string()).openapi({ description: 'Ids of their records in other sources.', example: [] }),
}

export const PersonSchema = z
  .object({
    ...personShape,
    accounts: z.array(
      z.object({
        connectionId: z.string().openapi({ example: exampleConnectionId }),
        status: z.enum(['active', 'closed', 'other']).openapi({ example: 'active' }),
        administrator: z.boolean().openapi({ description: 'Whether the vendor says that it is one.' }),
        secondFactor: known,
      }),
    ),
    waiting: z.int().openapi({
      description:
        'Accounts that may be theirs, and that wait for somebody to decide. The others are all that is known.',
      example: 0,
    }),
    devices: z.int().openapi({ example: 1 }),
  })
  .openapi('Person')

export const PersonDetailSchema = z
  .object({
    ...personShape,
    accounts: z.array(AccountSchema),
    waiting: z
      .array(AccountSchema)
      .openapi({ description: 'Accounts that may be theirs, and that wait for somebody to decide.' }),
    devices: z.array(DeviceSchema),
    trainings: z.array(TrainingSchema),
    findings: z
      .array(
        z.object({
          id: z.string(),
          connectionId: z.string().openapi({ example: exampleConnectionId }),
          severity: z.string().openapi({ example: 'high' }),
          title: z.string().openapi({ example: 'ada has no second factor' }),
        }),
      )
      .openapi({ description: 'Those that fail now.' }),
  })
  .openapi('PersonDetail')

export function toWirePerson({ accounts, waiting, devices, ...person }: PersonRow): z.input<typeof PersonSchema> {
  const own = accounts.map((account) => ({ ...account }))
  return { ...toWireHead(person), accounts: own, waiting: waiting.length, devices }
}

export function toWirePersonDetail(person: PersonDetail): z.input<typeof PersonDetailSchema> {
  const { accounts, waiting, devices, trainings, findings, ...head } = person
  return {
    ...toWireHead(head),
    accounts: accounts.map(toWireAccount),
    waiting: waiting.map(toWireAccount),
    devices: devices.map(toWireDevice),
    trainings: trainings.map(toWireTraining),
    findings: findings.map(({ id, connectionId, severity, result }) => ({
      id,
      connectionId,
      severity,
      title: result.title,
    })),
  }
}

function toWireHead({
  employment,
  name,
  email,
  startsAt,
  endsAt,
  others,
  ...person
}: Omit<PersonRow, 'accounts' | 'waiting' | 'devices'>) {
  return {
    ...person,
    name: toNullable(name),
    email: toNullable(email),
    startsAt: startsAt ?? null,
    endsAt: endsAt ?? null,
    others: [...others],
    employment: {
      is: employment.is,
      since: 'since' in employment ? employment.since : null,
      because: 'because' in employment ? employment.because : null,
    },
  }
}

export function toWireAccount(account: AccountView): z.input<typeof AccountSchema> {
  return {
    ...account,
    name: toNullable(account.name),
    email: account.email ?? null,
    createdAt: toNullable(account.createdAt),
    lastActiveAt: account.lastActiveAt ?? null,
    owner: toWireOwner(account.owner),
  }
}

export function toWireDevice(device: DeviceView): z.input<typeof DeviceSchema> {
  return {
    ...device,
    name: toNullable(device.name),
    serialNumber: toNullable(device.serialNumber),
    os: toNullable(device.os),
    osVersion: toNullable(device.osVersion),
    ownerEmail: device.ownerEmail ?? null,
    lastSeenAt: device.lastSeenAt ?? null,
    owner: toWireOwner(device.owner),
  }
}

function toWireTraining({ owner: _, ...training }: TrainingView): z.input<typeof TrainingSchema> {
  return {
    ...training,
    course: toNullable(training.course),
    dueAt: training.dueAt ?? null,
    completedAt: training.completedAt ?? null,
  }
}

function toWireOwner({
  is,
  personId,
  personName,
  by,
  because,
  proposals = [],
}: ShownOwner): z.input<typeof OwnerSchema> {
  return {
    is,
    personId: toNullable(personId),
    personName: toNullable(personName),
    by: toNullable(by),
    because: toNullable(because),
    proposals: proposals.map((each) => ({
      ...each,
      personName: toNullable(each.personName),
      digest: toNullable(each.digest),
    })),
  }
}
