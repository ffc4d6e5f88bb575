import { loadFramework } from '../../checks/controls/frameworks/shipped-frameworks.ts'
import { isOwnAccount } from '../../things/access-reviews/decide-accounts.ts'
import { auditPeriod } from '../../things/audit-periods/thing.ts'
import { storePackage } from '../../things/packages/making/store-package.ts'
import type { Judge } from '../../things/people/judge.ts'
import type { SampleSystem } from './connect-systems.ts'
import type { Deciding } from './deciding.ts'
import { auditor, toDay, users } from './people.ts'
import { addRisks, addVendors, chooseScope, publishPolicy, testProduct } from './records.ts'
import { employees, sampleDays } from './world/company.ts'

/** By day: what people decide then. */
const decisions: Readonly<Record<number, readonly ((of: Deciding) => Promise<unknown>)[]>> = {
  1: [linkDevelopers, addObligations],
  2: [shareFindings],
  4: [addVendors],
  5: [addRisks],
  6: [chooseScope],
  9: [judgeReviews],
  14: [acceptRisks],
  29: [stateRestoreTest],
  30: [judgeReviews, publishPolicy],
  60: [testProduct],
  64: [shareFindings],
  66: [reviewAccess],
  [sampleDays - 1]: [shareFindings, inviteAuditor, addAuditPeriod, makePackage],
}

/** @param day since the sample began */
export async function decideOn(day: number, of: Deciding): Promise<void> {
  for (const decide of decisions[day] ?? []) await decide(of)
}

/** GitLab shows nobody's address, so somebody says once whose account is whose. The robot is not among them. */
async function linkDevelopers({ runtime, organizationId, systems, startMs }: Deciding): Promise<void> {
  const connectionId = findSystem(systems, 'gitlab')
  const staff = findSystem(systems, 'bamboohr')
  const developers = ['Engineering', 'Platform', 'Security', 'Design', 'Product']
  const links = employees
    .filter(({ department }) => developers.includes(department))
    .map(({ id }) => ({
      connectionId,
      recordId: String(20_000 + Number(id)),
      to: { is: 'person', personId: `${staff}/${id}` } as const,
      reason: 'The user name is the one of the staff list.',
      expires: toDay(startMs, 300),
    }))
  await runtime.accountLinks.createAll({ organizationId, links, actor: users.security.name })
}

async function addObligations({ runtime: { tasks }, organizationId, startMs }: Deciding): Promise<void> {
  const by = { userId: users.security.userId }
  await tasks.addTemplates({
    ...by,
    organizationId,
    templates: [
      'access-review',
      'backup-restore-test',
      'penetration-test',
      'incident-exercise',
      'security-training',
      'policies-approved',
      'risk-assessment',
      'offboarding',
    ],
  })
  for (const task of await tasks.list({ organizationId }))
    if (task.satisfiedBy.statements)
      await tasks.change(
        { organizationId, id: task.id, ...by },
        { ownerId: (task.title.includes('estor') ? users.platform : users.security).userId },
      )
  await tasks.add({
    ...by,
    organizationId,
    title: 'Nobody reaches ports of administration from the internet',
    everyDays: 31,
    controls: ['soc2:CC6.6'],
    firstDueDay: toDay(startMs, 31),
    satisfiedBy: { checks: ['digitalocean/firewall-admin-ports'] },
  })
}

/** Whoever runs the platform takes the findings of the cloud and the code host, others those of their own systems. */
async function shareFindings({ runtime: { findings }, organizationId }: Deciding): Promise<void> {
  const owners: Readonly<Record<string, Judge>> = {
    digitalocean: users.platform,
    gitlab: users.platform,
    sentry: users.platform,
    bamboohr: users.people,
  }
  for (const { id, connectorId, ownerId, severity } of await findings.list({ organizationId, limit: 500 }))
    if (ownerId === null && severity !== 'low')
      await findings.update({
        id,
        organizationId,
        userId: users.security.userId,
        ownerId: (owners[connectorId] ?? users.security).userId,
      })
}

/** The public documentation is meant to be public, and whoever leads a company reports to nobody. */
async function judgeReviews({ runtime: { judgements }, organizationId, startMs }: Deciding): Promise<void> {
  const reasons: Readonly<Record<string, string>> = {
    'projects-private': 'The documentation is meant for everybody. It holds no secret and no data of customers.',
    'people-have-a-manager': 'She leads the company.',
    'ip-addresses-scrubbed': 'The data pipeline needs addresses to find abuse. They are deleted after 30 days.',
    'applications-reviewed': 'Ours: it reads members and projects for these checks, and nothing else.',
  }
  for (const needed of await judgements.listNeeded({ organizationId })) {
    const reason = reasons[needed.check.id]
    if (reason === undefined) continue
    await judgements.create({
      organizationId,
      runId: needed.runId,
      findingId: needed.result.findingId,
      evidenceSha256: needed.evidenceSha256,
      decision: 'accepted',
      reason,
      expires: toDay(startMs, 200),
      judge: users.security,
    })
  }
}

async function acceptRisks({ runtime: { waivers }, organizationId, systems, startMs }: Deciding): Promise<void> {
  const approver = users.lead
  await waivers.createAll({
    organizationId,
    userId: approver.userId,
    waivers: [
      {
        connector: 'jumpcloud',
        check: 'no-global-sudo',
        connection: findSystem(systems, 'jumpcloud'),
        justification:
          'The two who run the platform administer every device until the new device management is in place.',
        approver: approver.name,
        expires: toDay(startMs, sampleDays + 45),
      },
    ],
  })
}

async function stateRestoreTest({ runtime: { tasks }, organizationId, startMs }: Deciding): Promise<void> {
  const task = (await tasks.list({ organizationId })).find(({ template }) => template === 'backup-restore-test')
  if (!task) return
  await tasks.state({
    organizationId,
    taskId: task.id,
    text: 'Restored the orders database of last night into an empty cluster. 41 minutes; row counts and checksums were equal.',
    doneDay: toDay(startMs, 28),
    author: users.platform,
  })
}

/** Each account of the code host and the error monitoring, when nobody who has left has one. */
async function reviewAccess({ runtime: { accessReviews }, organizationId, systems, startMs }: Deciding): Promise<void> {
  const { id } = await accessReviews.start({
    organizationId,
    title: 'Who may change code and read errors',
    connectionIds: [findSystem(systems, 'gitlab'), findSystem(systems, 'sentry')],
    reviewers: [users.security, users.platform],
    dueDay: toDay(startMs, 80),
    by: users.security.name,
  })
  const { accounts = [] } = (await accessReviews.open({ organizationId, id })) ?? {}
  // Nobody decides about their own account.
  const keep = (judge: Judge, of: typeof accounts, reason: string) =>
    accessReviews.decide({
      id,
      organizationId,
      numbers: of.map(({ number }) => number),
      decision: { is: 'keep', reason },
      judge,
      isAdmin: judge === users.security,
    })
  await keep(
    users.security,
    accounts.filter((each) => !isOwnAccount(users.security, each)),
    'Works on the product every day.',
  )
  await keep(
    users.platform,
    accounts.filter((each) => isOwnAccount(users.security, each)),
    'Runs security, and needs to see everything.',
  )
  await accessReviews.finish({ id, organizationId, by: users.security.name })
}

/** The auditor comes from another company, and sees the days of the period. */
async function inviteAuditor({ runtime: { users: known, people }, organizationId, startMs }: Deciding): Promise<void> {
  const { userId, name, email } = auditor
  await known.put({ organizationId, id: userId, name, email })
  const period = { periodFrom: toDay(startMs, 0), periodTo: toDay(startMs, sampleDays - 1) }
  await people.setRole({ organizationId, userId, role: 'viewer', ...period })
}

async function addAuditPeriod({ runtime, organizationId, startMs }: Deciding): Promise<void> {
  await runtime.serviceOf(auditPeriod).create({
    organizationId,
    userId: users.security.userId,
    values: {
      name: 'SOC 2 Type II, first period',
      framework: 'soc2',
      firstDay: toDay(startMs, 0),
      lastDay: toDay(startMs, sampleDays - 1),
    },
  })
}

async function makePackage({ runtime, organizationId, startMs }: Deciding): Promise<void> {
  const framework = await loadFramework('soc2')
  if (!framework) return
  await storePackage(
    runtime,
    { organizationId, framework, from: toDay(startMs, 0), to: toDay(startMs, sampleDays - 2) },
    users.security.userId,
  )
}

function findSystem(systems: readonly SampleSystem[], connector: string): string {
  const found = systems.find((each) => each.connector === connector)
  if (!found) throw new Error(`The sample has no ${connector}.`)
  return found.id
}
