import type { CrossCheck } from '../../src/crosscheck/define/cross-check.ts'
import type { CrossCheckInputs, CrossCheckInventory, CrossCheckSystem } from '../../src/crosscheck/define/inputs.ts'
import type { StoredLink } from '../../src/crosscheck/define/stored-link.ts'
import { runCrossCheck } from '../../src/crosscheck/run/run-cross-check.ts'
import { openSourceInMemory } from '../../src/crosscheck/source-in-memory.ts'
import type { StoredRecord } from '../../src/inventory/stored-record.ts'

/** The time of all runs of these tests. */
const now = '2026-06-01T12:00:00.000Z'

/** A small organization: one personnel system, and GitHub. */
export interface Small {
  readonly people?: readonly StoredRecord[]
  readonly accounts?: readonly StoredRecord[]
  /** People whom GitHub lists itself. */
  readonly githubPeople?: readonly StoredRecord[]
  /** People whom Okta lists, where a test has it. */
  readonly oktaPeople?: readonly StoredRecord[]
  /** Given: another system lists devices. */
  readonly devices?: readonly StoredRecord[]
  readonly deviceList?: Partial<CrossCheckInventory>
  /** Given: another system lists trainings. */
  readonly training?: readonly StoredRecord[]
  readonly trainingList?: Partial<CrossCheckInventory>
  /** Given: one policy holds, and these have acknowledged it. */
  readonly acknowledgements?: readonly StoredRecord[]
  readonly links?: readonly StoredLink[]
  readonly hris?: Partial<CrossCheckSystem>
  readonly github?: Partial<CrossCheckSystem>
  readonly peopleList?: Partial<CrossCheckInventory>
  readonly accountList?: Partial<CrossCheckInventory>
  readonly inputs?: Partial<CrossCheckInputs>
}

export function person(id: string, more: Record<string, unknown> = {}): StoredRecord {
  return { id, name: id, kind: 'employee', status: 'active', email: `${id}@acme.example`, ...more }
}

export function account(id: string, more: Record<string, unknown> = {}): StoredRecord {
  return { id, name: id, kind: 'person', status: 'active', email: `${id}@acme.example`, emailVerified: true, ...more }
}

export function device(id: string, more: Record<string, unknown> = {}): StoredRecord {
  return { id, name: `${id}'s laptop`, ownerEmail: `${id}@acme.example`, serialNumber: `S-${id}`, ...more }
}

export function training(id: string, more: Record<string, unknown> = {}): StoredRecord {
  return {
    id,
    course: 'Security',
    personEmail: `${id}@acme.example`,
    status: 'completed',
    completedAt: '2026-03-01T09:00:00Z',
    dueAt: '2026-04-01T00:00:00Z',
    ...more,
  }
}

export function acknowledgement(id: string, more: Record<string, unknown> = {}): StoredRecord {
  return {
    id,
    policyId: 'use',
    versionId: 'use-2',
    personEmail: `${id}@acme.example`,
    acknowledgedAt: '2026-04-01T09:00:00Z',
    ...more,
  }
}

export function link(recordId: string, to: StoredLink['to'], more: Partial<StoredLink> = {}): StoredLink {
  return { connectionId: 'gh', of: 'account', recordId, to, by: 'email', at: '2026-05-01T00:00:00.000Z', ...more }
}

export function handLink(recordId: string, to: StoredLink['to'], more: Partial<StoredLink> = {}): StoredLink {
  return link(recordId, to, { by: 'hand', actor: 'root', reason: 'asked them', expires: '2026-12-31', ...more })
}

export function list(of: CrossCheckInventory['of'], more: Partial<CrossCheckInventory> = {}): CrossCheckInventory {
  return {
    of,
    complete: true,
    readAt: '2026-06-01T06:00:00.000Z',
    tells: ['email', 'emailVerified', 'createdAt', 'administrator', 'secondFactor', 'singleSignOnOnly'],
    count: 0,
    digest: '',
    ...more,
  }
}

export function system(connectionId: string, more: Partial<CrossCheckSystem> = {}): CrossCheckSystem {
  return {
    connectionId,
    connector: { id: connectionId, version: '1.0.0' },
    name: connectionId,
    state: 'connected',
    lists: ['account'],
    inventories: [],
    ...more,
  }
}

/** The inputs of a small organization, and the records beside them. */
export function openSmall(small: Small) {
  const inputs: CrossCheckInputs = {
    organizationId: 'org',
    now,
    systems: [
      system('hris', {
        name: 'Acme HR',
        lists: ['person'],
        inventories: [list('person', small.peopleList)],
        ...small.hris,
      }),
      system('gh', { name: 'GitHub', inventories: [list('account', small.accountList)], ...small.github }),
      ...(small.devices
        ? [system('mdm', { name: 'Acme MDM', lists: ['device'], inventories: [list('device', small.deviceList)] })]
        : []),
      ...(small.training
        ? [
            system('lms', {
              name: 'Acme LMS',
              lists: ['training'],
              inventories: [list('training', small.trainingList)],
            }),
          ]
        : []),
      ...(small.acknowledgements
        ? [system('policies', { name: 'Policies', lists: [], inventories: [list('acknowledgement')] })]
        : []),
    ],
    policies: small.acknowledgements && [
      { id: 'use', name: 'Acceptable use', versionId: 'use-2', number: 2, publishedAt: '2026-03-15T09:00:00.000Z' },
    ],
    directory: { sources: [{ connectionId: 'hris', covers: 'both' }], departures: [] },
    ...small.inputs,
  }
  const records = new Map([
    ['hris/person', small.people ?? []],
    ['gh/account', small.accounts ?? []],
    ['gh/person', small.githubPeople ?? []],
    ['okta/person', small.oktaPeople ?? []],
    ['mdm/device', small.devices ?? []],
    ['lms/training', small.training ?? []],
    ['policies/acknowledgement', small.acknowledgements ?? []],
  ])
  return { inputs, records, source: openSourceInMemory(records, small.links ?? []) }
}

/** What a cross-check says of each resource: a status, or `undecided`. */
async function judge(crossCheck: CrossCheck, inputs: CrossCheckInputs, source: ReturnType<typeof openSourceInMemory>) {
  await using run = await runCrossCheck(crossCheck, inputs, source)
  const said: Record<string, string> = {}
  for await (const { resource, status } of run.results(crossCheck.id)) said[resource.id] = status
  const [check] = run.head.checks
  for (const { resource } of check?.undecided?.first ?? []) said[resource.id] = 'undecided'
  return { said, head: run.head, check }
}

export async function judgeSmall(crossCheck: CrossCheck, small: Small) {
  const { inputs, source } = openSmall(small)
  return judge(crossCheck, inputs, source)
}
