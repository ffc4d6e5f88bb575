import { dayMs, nowMs } from './history.ts'
import { contractorsId, devicesId, personnelId, trainingId } from './known-organization.ts'
import { addProviderPeople } from './observe.ts'
import {
  cutList,
  eachAccount,
  eachDevice,
  eachPerson,
  eachText,
  eachTraining,
  filterPeople,
  findSystem,
  listAccounts,
  listPeople,
  pickSystem,
  redate,
  type Sabotage,
} from './sabotage-steps.ts'

/** Ways in which what is known goes wrong. What really happened stays the same. */
export const sabotages: Readonly<Record<string, Sabotage>> = {
  'a system is not complete': (seen, random) => cutList(seen, pickSystem(seen, random), 'account', random),
  'a system was refused': (seen, random) => {
    pickSystem(seen, random).inventories = []
  },
  'a system is stale': (seen, random) => redate(pickSystem(seen, random), nowMs - 60 * 3_600_000),
  'a system is disconnected': (seen, random) => {
    pickSystem(seen, random).state = 'disconnected'
  },
  'a system was read in the future': (seen, random) => redate(pickSystem(seen, random), nowMs + 2 * dayMs),
  'clocks of systems differ by minutes': (seen, random) =>
    redate(pickSystem(seen, random), nowMs + (random.below(8) - 4) * 60_000),
  'a system was read two days before the others': (seen, random) =>
    redate(pickSystem(seen, random), nowMs - 47 * 3_600_000),
  'the list of a system is there twice, in parts': (seen, random) => {
    const system = pickSystem(seen, random)
    const [inventory] = system.inventories
    if (!inventory) return
    system.inventories = [inventory, { ...inventory, part: 'copy' }]
    seen.records.set(`${system.connectionId}/account.copy`, structuredClone(listAccounts(seen, system.connectionId)))
  },
  'a system gives all accounts other ids': (seen, random) => {
    const { connectionId } = pickSystem(seen, random)
    for (const record of listAccounts(seen, connectionId)) {
      const account = seen.truth.get(`${connectionId}/${record.id}`)
      record.id = `new-${record.id}`
      if (account) seen.truth.set(`${connectionId}/${record.id}`, account)
    }
  },
  'a system does not say who is active': eachAccount((record) => delete record.status),
  'a system has another word for active': eachAccount((record) => Object.assign(record, { status: 'enabled' })),
  'a system says 1 for true': eachAccount((record) => {
    for (const [member, value] of Object.entries(record)) if (value === true) record[member] = 1
  }),
  'a system has no addresses': eachAccount((record) => delete record.email),
  'a system says that there are no addresses': eachAccount((record) => Object.assign(record, { email: null })),
  'a system verifies nothing': eachAccount((record) => delete record.emailVerified),
  'a system writes addresses in capitals': eachText('email', (text) => text.toUpperCase()),
  'a system has addresses with tags': eachText('email', (text) => text.replace('@', '+tool@')),
  'a system has look-alike addresses': eachText('email', (text) => text.replace('person', 'реrson')),
  'a system calls everything a service': eachAccount((record) => Object.assign(record, { kind: 'service' })),
  'a system has an unknown kind': eachAccount((record) => Object.assign(record, { kind: 'human' })),
  'a system has logins in place of names': eachAccount((record) => Object.assign(record, { name: record.id })),
  'a system has no names': eachAccount((record) => delete record.name),
  'a system does not say when accounts were created': eachAccount((record) => delete record.createdAt),
  'a system says that all accounts are from today': eachAccount((record) =>
    Object.assign(record, { createdAt: new Date(nowMs).toISOString() }),
  ),
  'a system has dates that are none': eachAccount((record) => Object.assign(record, { createdAt: 'yesterday' })),
  'a system does not say who administers': eachAccount((record) => delete record.administrator),
  'a system does not say who has a second factor': eachAccount((record) => delete record.secondFactor),
  'the identity provider demands nothing': (seen) => {
    for (const record of listAccounts(seen, 'idp')) record.secondFactorDemanded = false
  },
  'the identity provider is not complete': (seen, random) => cutList(seen, findSystem(seen, 'idp'), 'account', random),
  'the identity provider was never read': (seen) => {
    findSystem(seen, 'idp').inventories = []
  },
  'identities that the provider does not have': (seen, random) => {
    // These two know people by their identity alone.
    for (const record of listAccounts(seen, random.pick(['app1', 'app2'])))
      record.ssoSubject = `old-${record.ssoSubject}`
  },
  'accounts that were linked have the address of somebody else': (seen, random) => {
    const linked = new Set(seen.links.map(({ connectionId, recordId }) => `${connectionId}/${recordId}`))
    const { connectionId } = pickSystem(seen, random)
    const people = listPeople(seen, personnelId)
    for (const record of listAccounts(seen, connectionId))
      if (linked.has(`${connectionId}/${record.id}`) && 'email' in record && random.chance(0.2))
        record.email = random.pick(people).email
  },
  'the directory is not complete': (seen, random) => cutList(seen, findSystem(seen, personnelId), 'person', random),
  'the directory is stale': (seen) => redate(findSystem(seen, personnelId), nowMs - 60 * 3_600_000),
  'the directory was never read': (seen) => {
    findSystem(seen, personnelId).inventories = []
  },
  'the directory is disconnected': (seen) => {
    findSystem(seen, personnelId).state = 'disconnected'
  },
  'the file of contractors is too old': (seen) => redate(findSystem(seen, contractorsId), nowMs - 36 * dayMs),
  'the directory does not say who works here': eachPerson((record) => delete record.status),
  'the directory has another word for leavers': eachPerson(
    (record) => record.status === 'left' && Object.assign(record, { status: 'terminated' }),
  ),
  'the directory still calls leavers active': eachPerson(
    (record) => record.status === 'left' && Object.assign(record, { status: 'active' }),
  ),
  'the directory has no last days': eachPerson((record) => delete record.endsAt),
  'the directory has last days far ahead': eachPerson(
    (record) => record.status === 'left' && Object.assign(record, { endsAt: '2099-12-31' }),
  ),
  'the directory has last days that are none': eachPerson(
    (record) => record.endsAt && Object.assign(record, { endsAt: '31/12/2025' }),
  ),
  'the directory has lost all leavers': (seen) => filterPeople(seen, ({ status }) => status !== 'left'),
  'the directory has lost its addresses': eachPerson((record) => delete record.email),
  'the directory has one address for many': eachPerson(
    (record, random) => random.chance(0.2) && Object.assign(record, { email: 'team@acme.example' }),
  ),
  'the directory does not say who is a contractor': eachPerson((record) => delete record.kind),
  'colleagues claim the addresses of leavers': (seen, random) => {
    const people = listPeople(seen, personnelId)
    const left = people.filter(({ status }) => status === 'left')
    for (const person of people)
      if (person.status === 'active' && left.length > 0) person.aliases = [random.pick(left).email]
  },
  'links have expired': (seen) => {
    seen.links = seen.links.map((link) => (link.by === 'hand' ? { ...link, expires: '2026-05-31' } : link))
  },
  'links are lost': (seen) => {
    seen.links = []
  },
  'everything is out of scope for ever': (seen) => {
    seen.links = seen.links.map((link) => ({
      ...link,
      by: 'hand',
      to: { is: 'out-of-scope' },
      reason: 'x',
      expires: '2099-01-01',
    }))
  },
  'all accounts are said to be services of a leaver': (seen, random) => {
    const left = listPeople(seen, personnelId).filter(({ status }) => status === 'left')
    if (left.length === 0) return
    const ownerId = `${personnelId}/${random.pick(left).id}`
    seen.links = seen.links.map((link) => ({
      ...link,
      by: 'hand',
      to: { is: 'service', ownerId },
      reason: 'x',
      expires: '2026-12-31',
    }))
  },
  'the identity provider is a source, and the personnel system is not complete': (seen, random) => {
    cutList(seen, findSystem(seen, personnelId), 'person', random)
    addProviderPeople(seen, 'both')
  },
  'the identity provider calls everybody active': (seen) => {
    addProviderPeople(seen, 'both')
    for (const record of seen.records.get('idp/person') ?? []) record.status = 'on'
  },
  'a system does not say when accounts were used': eachAccount((record) => delete record.lastActiveAt),
  'a system says that nobody ever used it, and not since when': eachAccount((record) => {
    record.lastActiveAt = null
    delete record.createdAt
  }),
  'a system has times of use in seconds': eachAccount((record) =>
    typeof record.lastActiveAt === 'string'
      ? Object.assign(record, { lastActiveAt: Math.floor(Date.parse(record.lastActiveAt) / 1_000) })
      : record,
  ),
  'a system has times of use that are ahead': eachAccount((record) =>
    Object.assign(record, { lastActiveAt: new Date(nowMs + 30 * dayMs).toISOString() }),
  ),
  'the directory does not say when people began': eachPerson((record) => delete record.startsAt),
  'the list of devices is not complete': (seen, random) => cutList(seen, findSystem(seen, devicesId), 'device', random),
  'the list of devices is stale': (seen) => redate(findSystem(seen, devicesId), nowMs - 60 * 3_600_000),
  'devices do not say whose they are': eachDevice((record) => delete record.ownerEmail),
  'devices say that nobody has them': eachDevice((record) => Object.assign(record, { ownerEmail: null })),
  'devices have owners in capitals': eachText('ownerEmail', (text) => text.toUpperCase(), eachDevice),
  'devices have owners with tags': eachText('ownerEmail', (text) => text.replace('@', '+mac@'), eachDevice),
  'devices have names in place of addresses': eachText('ownerEmail', (text) => text.split('@')[0] ?? '', eachDevice),
  'devices do not say when they were enrolled': eachDevice((record) => delete record.enrolledAt),
  'devices say that all were enrolled today': eachDevice((record) =>
    Object.assign(record, { enrolledAt: new Date(nowMs).toISOString() }),
  ),
  'devices have days of enrolment that are none': eachText('enrolledAt', () => '31/12/2025', eachDevice),
  'the list of trainings is not complete': (seen, random) =>
    cutList(seen, findSystem(seen, trainingId), 'training', random),
  'the list of trainings is stale': (seen) => redate(findSystem(seen, trainingId), nowMs - 60 * 3_600_000),
  'the list of trainings was refused': (seen) => {
    findSystem(seen, trainingId).inventories = []
  },
  'trainings do not say whose they are': eachTraining((record) => delete record.personEmail),
  'trainings have another word for completed': eachTraining(
    (record) => record.status === 'completed' && Object.assign(record, { status: 'done', completedAt: undefined }),
  ),
  'trainings do not say when they were completed': eachTraining((record) => delete record.completedAt),
  'trainings have days of another calendar': eachText('completedAt', () => '31/12/2025', eachTraining),
  'trainings have private addresses': eachTraining((record, random) => {
    if (random.chance(0.2)) record.personEmail = `private${random.below(1_000)}@mail.example`
  }),
}
