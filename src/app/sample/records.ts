import { keepBytes, toFileRecord, yieldOnce } from '../../service/files/keep-file.ts'
import { categoryExclusion, controlExclusion } from '../../things/exclusions/thing.ts'
import { pentest, pentestFinding } from '../../things/pentests/thing.ts'
import { acknowledgePolicy } from '../../things/policies/reading/acknowledge-policy.ts'
import { policy, policyVersion } from '../../things/policies/thing.ts'
import { riskReview } from '../../things/risks/review.ts'
import { risk } from '../../things/risks/thing.ts'
import { vendorReview } from '../../things/vendors/review.ts'
import { vendor, vendorDocument } from '../../things/vendors/thing.ts'
import type { Deciding } from './deciding.ts'
import { toDay, users } from './people.ts'
import { sampleDays } from './world/company.ts'

const author = users.security.userId
const approver = users.lead.userId

/** The companies behind the systems. One is reviewed by another person's word, one waits, and one certificate ends soon. */
export async function addVendors({ runtime, organizationId, startMs }: Deciding): Promise<void> {
  const vendors = runtime.serviceOf(vendor)
  const add = async (values: Parameters<typeof vendors.create>[0]['values']) =>
    (await vendors.create({ organizationId, userId: author, values })).id
  const cloud = await add({
    name: 'DigitalOcean',
    website: 'https://www.digitalocean.com',
    purpose: 'Servers, databases and storage of the product.',
    data: 'All data of customers.',
    criticality: 'critical',
    ownerId: users.platform.userId,
    reviewEveryDays: 365,
  })
  const code = await add({
    name: 'GitLab',
    website: 'https://about.gitlab.com',
    purpose: 'Code, reviews of changes and pipelines.',
    criticality: 'high',
    ownerId: users.platform.userId,
    reviewEveryDays: 365,
  })
  await add({
    name: 'Sentry',
    website: 'https://sentry.io',
    purpose: 'Errors of the product.',
    data: 'Addresses of visitors, for 30 days.',
    criticality: 'medium',
    ownerId: users.platform.userId,
    reviewEveryDays: 365,
  })
  const documents = runtime.serviceOf(vendorDocument)
  for (const values of [
    { vendorId: cloud, title: 'SOC 2 Type II report', lastDay: toDay(startMs, sampleDays + 20) },
    { vendorId: code, title: 'ISO 27001 certificate', lastDay: toDay(startMs, 400) },
  ])
    await documents.create({ organizationId, userId: author, values })
  const reviews = runtime.serviceOf(vendorReview)
  const state = (subjectId: string, text: string) =>
    reviews.create({ organizationId, userId: author, values: { subjectId, text, doneDay: toDay(startMs, 3) } })
  const { id } = await state(cloud, 'Read the SOC 2 report: no exceptions. Backups are in a second region.')
  await state(code, 'Read the certificate and the list of subprocessors.')
  await reviews.act.accept({ organizationId, id, userId: approver })
}

/** The report is about what customers asked for, and a company without an office of its own has no doors. */
export async function chooseScope({ runtime, organizationId, startMs }: Deciding): Promise<void> {
  await runtime.serviceOf(categoryExclusion).create({
    organizationId,
    userId: author,
    values: {
      categories: ['soc2:processing-integrity', 'soc2:privacy'],
      reason: 'No customer has asked for them. The lead decided so with the auditor.',
    },
  })
  const controls = runtime.serviceOf(controlExclusion)
  const { id } = await controls.create({
    organizationId,
    userId: author,
    values: {
      control: 'soc2:CC6.4',
      reason: 'Everybody works from home, and the data centre is that of the cloud provider, whose report covers it.',
      expires: toDay(startMs, 300),
    },
  })
  await controls.act.approve({ organizationId, id, userId: approver })
}

/** What may happen, with the controls that lower it. */
export async function addRisks({ runtime, organizationId, startMs }: Deciding): Promise<void> {
  const risks = runtime.serviceOf(risk)
  const made: string[] = []
  for (const values of [
    {
      title: 'Somebody who left still reaches data of customers',
      likelihood: 4,
      impact: 4,
      treatment: 'mitigate',
      ownerId: author,
      controls: ['soc2:CC6.2 likelihood 1', 'soc2:CC6.3 likelihood 1'],
      reviewEveryDays: 180,
    },
    {
      title: 'A stolen password opens the production cloud',
      likelihood: 3,
      impact: 5,
      treatment: 'mitigate',
      ownerId: users.platform.userId,
      controls: ['soc2:CC6.1 likelihood 2'],
      reviewEveryDays: 180,
    },
    {
      title: 'The region of the cloud provider fails for a day',
      likelihood: 2,
      impact: 3,
      treatment: 'accept',
      ownerId: users.platform.userId,
      reviewEveryDays: 365,
    },
  ] as const)
    made.push((await risks.create({ organizationId, userId: author, values })).id)
  const reviews = runtime.serviceOf(riskReview)
  for (const subjectId of made) {
    const values = {
      subjectId,
      text: 'Talked through with those who run it. Stays as it is.',
      doneDay: toDay(startMs, 4),
    }
    const { id } = await reviews.create({ organizationId, userId: author, values })
    await reviews.act.accept({ organizationId, id, userId: approver })
  }
}

/** Two versions of one policy, the second of which two of four have acknowledged. */
export async function publishPolicy({ runtime, organizationId }: Deciding): Promise<void> {
  const { id: policyId } = await runtime.serviceOf(policy).create({
    organizationId,
    userId: author,
    values: { name: 'Acceptable use', ownerId: author, reviewEveryDays: 365 },
  })
  const versions = runtime.serviceOf(policyVersion)
  const rules = ['# Acceptable use', '', '- Lock your screen when you leave it.', '- Keep passwords in the manager.']
  for (const [changes, text] of [
    ['First version', rules],
    ['Reporting of a lost device', [...rules, '- Report a lost device within an hour.']],
  ] as const) {
    const values = { policyId, changes, text: text.join('\n') }
    const { id: versionId } = await versions.create({ organizationId, userId: author, values })
    await versions.act.publish({ organizationId, id: versionId, userId: approver })
    for (const { userId } of [users.security, users.platform])
      await acknowledgePolicy(runtime, { organizationId, userId, policyId, versionId })
  }
}

/** A test with its report. A retest ended one of its findings. */
export async function testProduct({ runtime, organizationId, startMs }: Deciding): Promise<void> {
  const { workspace } = runtime
  const bytes = new TextEncoder().encode('Report of the penetration test. Two findings.')
  const stored = await keepBytes(workspace.objects, organizationId, yieldOnce(bytes))
  const facts = { organizationId, userId: author, name: 'report.txt', type: 'text/plain' }
  const file = toFileRecord(stored, { ...facts, createdAtMs: workspace.clock.nowMs() })
  await workspace.evidenceUploads.insert({ formType: 'pentest', file })
  const { id: pentestId } = await runtime.serviceOf(pentest).create({
    organizationId,
    userId: author,
    values: {
      name: 'Web application and API',
      provider: 'Example Offensive Security',
      scope: 'The product as a customer sees it. Not in scope: the cloud account.',
      firstDay: toDay(startMs, 40),
      lastDay: toDay(startMs, 44),
      ownerId: users.platform.userId,
      reportId: file.id,
      repeatEveryDays: 365,
    },
  })
  const findings = runtime.serviceOf(pentestFinding)
  const add = (title: string, severity: 'high' | 'low', due: number) =>
    findings.create({
      organizationId,
      userId: author,
      values: { pentestId, title, severity, dueDay: toDay(startMs, due), ownerId: users.platform.userId },
    })
  const { id } = await add('A link to reset a password works twice', 'high', 75)
  await add('The error page names the version of the framework', 'low', sampleDays + 30)
  await findings.act['retest-ends']({ organizationId, id, userId: author })
}
