import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { createHost, SignInLinks } from 'checkwright/host'
import { createRuntime, type Runtime, type RuntimeOptions } from 'checkwright/runtime'
import { fixedClock } from 'checkwright/testing'
import { scopes } from '../../src/service/rights/scopes.ts'
import { formatAnswer } from './answers.ts'
import { createDesk, createStaff, createVault, createVendorFetch } from './vendor.ts'

const publicUrl = 'https://checks.example.com'
const dayMs = 86_400_000

/** RFC 8032 §7.1, test 1, as PKCS #8. */
const privateKey = createPrivateKey({
  key: Buffer.from(
    '302e020100300506032b6570042204209d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'hex',
  ),
  format: 'der',
  type: 'pkcs8',
})

export const signer = {
  publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
  sign: (bytes: Uint8Array) => sign(null, bytes, privateKey),
}

export const masterKey = `golden:${createHash('sha256').update('golden').digest('base64')}`

/** A runtime over a file, whose keys, clock and vendors are always the same. */
export function openRuntime(store: string, options: Partial<RuntimeOptions> = {}): Promise<Runtime> {
  return createRuntime({
    connectors: [createVault(), createStaff(), createDesk()],
    store: `sqlite:${store}`,
    keys: masterKey,
    publicUrl,
    fetch: createVendorFetch(),
    signer,
    worker: false,
    evidence: 'kept',
    clock: fixedClock('2026-05-01T12:00:00Z'),
    ...options,
  })
}

/** Any members of answers. */
export interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: the forms are compared as texts; their members have types elsewhere.
  readonly [member: string]: any
}

/** Asks the API as Ada does, and refuses to go on after a refusal. */
function createClient(runtime: Runtime, key: string) {
  const host = createHost({ runtime })
  const send = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
    host.fetch(
      new Request(path.startsWith('http') ? path : `${publicUrl}${path}`, {
        method,
        headers: { 'x-api-key': key, 'content-type': 'application/json', 'x-request-id': 'golden-request', ...headers },
        body: body === undefined ? null : JSON.stringify(body),
      }),
    )
  const changes: string[] = []
  const ask = async (method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await send(method, path, body)
    if (method !== 'GET') changes.push(await formatAnswer(`${method} ${path}`, answer.clone()))
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return text === '' ? {} : JSON.parse(text)
  }
  return { send, ask, changes }
}

/** What one organization does in ten days: every kind of thing that the API shows is there at the end. */
export async function liveStory(store: string) {
  const clock = fixedClock('2026-05-01T12:00:00Z')
  const runtime = await openRuntime(store, { clock })
  const organizationId = 'acme'
  for (const id of ['acme', 'other']) await runtime.organizations.create({ id, name: `The ${id}` })
  for (const [id, name] of Object.entries({ ada: 'Ada', bob: 'Bob', rita: 'Rita' }))
    await runtime.users.put({ organizationId, id, name, email: `${id}@acme.example` })
  await runtime.people.setRole({ organizationId, userId: 'ada', role: 'admin' })
  const { key } = await runtime.apiKeys.create({ organizationId, scopes: Object.keys(scopes), name: 'Golden' })
  const { send, ask, changes } = createClient(runtime, key)
  const post = (path: string, body?: object) => ask('POST', path, body)
  const made: Record<string, Answer> = {}

  await ask('PATCH', '/v1/organization', { dueDays: { high: 7 }, timeZone: 'Europe/Berlin', keepsInventories: true })
  await ask('PATCH', '/v1/organization/appearance', { name: 'Acme Trust', colour: '#1d5a9e', language: 'en' })
  made.webhook = await post('/v1/webhooks', {
    name: 'Tickets',
    sink: 'webhook',
    url: 'https://tickets.example/in',
    details: true,
  })
  await post('/v1/webhooks', { name: 'Chat', sink: 'slack', url: 'https://hooks.slack.com/services/T/B/X' })
  made.issuer = await post('/v1/sign-in-issuers', {
    name: 'Acme sign-in',
    issuer: 'https://login.acme.example',
    clientId: 'checkwright',
    clientSecret: 'secret',
  })
  made.invitation = await post('/v1/invitations', { role: 'viewer', name: 'Eve', email: 'eve@acme.example' })
  made.oauthApp = await ask('PUT', '/v1/integrations/oauth-apps/desk', { clientId: 'app', clientSecret: 'app-secret' })
  made.connectSession = await post('/v1/integrations/connect-sessions', { origin: 'https://app.example.com' })
  made.oauthStart = await post('/v1/integrations/oauth/start', { connector: 'desk', userId: 'ada' })
  made.apiKey = await post('/v1/api-keys', { name: 'CI', scopes: ['integrations:read'] })
  made.vault = await post('/v1/integrations/connections', {
    connector: 'vault',
    name: 'Production',
    userId: 'ada',
    credentials: { api_key: 'vendor-key', region: 'eu' },
  })
  made.staff = await post('/v1/integrations/connections', { connector: 'staff', credentials: { api_key: 'staff-key' } })
  await ask('PUT', '/v1/integrations/cross-check-schedule', { cron: '0 7 * * *', timeZone: 'Europe/Berlin' })
  await ask('PUT', `/v1/integrations/connections/${made.vault.id}/schedule`, { cron: '0 6 * * *', checks: ['mfa'] })
  await ask('PUT', '/v1/directory', { sources: [{ connection: made.staff.id, covers: 'both' }] })

  const run = async (path: string) => {
    const { id } = await post(path, { evidence: true })
    await (await send('GET', `/v1/integrations/runs/${id}/events`)).text()
    return id as string
  }
  const runAll = async () => {
    await run(`/v1/integrations/connections/${made.staff?.id}/runs`)
    const vault = await run(`/v1/integrations/connections/${made.vault?.id}/runs`)
    const leavers = await run('/v1/integrations/cross-checks/leavers/runs')
    return { vault, leavers }
  }
  made.firstRuns = await runAll()
  clock.advance(dayMs)
  const { data: findings } = await ask('GET', '/v1/integrations/findings?check=mfa')
  made.finding = findings[0]
  await ask('PATCH', `/v1/integrations/findings/${made.finding?.findingId}`, {
    owner: 'bob',
    due: '2026-05-20',
    reason: 'Soon.',
  })
  made.waiver = await post('/v1/integrations/waivers', {
    connector: 'vault',
    check: 'mfa',
    resource: 'c3',
    connection: [made.vault.id],
    userId: 'ada',
    justification: 'A machine.',
    approver: 'Grace',
    expires: '2026-06-01',
  })
  const { data: needed } = await ask('GET', '/v1/judgements/needed')
  made.upload = await post('/v1/evidence-forms/uploads', {
    formType: 'review',
    fileName: 'policy.txt',
    fileType: 'text/plain',
    fileData: Buffer.from('read').toString('base64'),
  })
  made.judgement = await post('/v1/judgements', {
    runId: needed[0].runId,
    findingId: needed[0].result?.findingId ?? needed[0].findingId,
    evidenceSha256: needed[0].evidenceSha256,
    decision: 'accepted',
    reason: 'Read it.',
    expires: '2026-12-31',
    userId: 'ada',
    files: [made.upload.fileKey],
  })
  made.comment = await post('/v1/comments', {
    content: 'See the file.',
    entityId: made.finding?.findingId,
    entityType: 'finding',
    userId: 'ada',
    attachments: [
      { fileName: 'a.txt', fileType: 'text/plain', fileData: Buffer.from('hello').toString('base64'), userId: 'ada' },
    ],
  })
  made.answer = await post('/v1/knowledge-base/manual-answers', {
    question: 'Do you encrypt data at rest?',
    answer: 'Yes, with AES-256.',
    tags: ['crypto'],
  })
  made.task = await post('/v1/tasks', {
    title: 'Restore a backup',
    description: 'Keep the record.',
    controls: ['soc2:CC7.5'],
    everyDays: 92,
    dueDay: '2026-05-10',
    owner: 'bob',
    satisfiedBy: { statements: true },
    userId: 'ada',
  })
  made.statement = await post(`/v1/tasks/${made.task.id}/statements`, {
    text: 'Restored.',
    doneDay: '2026-05-02',
    files: [made.upload.fileKey],
    userId: 'bob',
  })
  made.link = await post('/v1/account-links', {
    connectionId: made.vault.id,
    recordId: 'c3',
    to: { is: 'out-of-scope' },
    reason: 'A machine.',
    expires: '2026-12-31',
    userId: 'ada',
  })
  made.review = await post('/v1/access-reviews', {
    title: 'Second quarter',
    connectionIds: [made.vault.id],
    reviewers: [{ userId: 'rita' }],
    dueDay: '2026-05-09',
    everyDays: 90,
    userId: 'ada',
  })
  const { data: decisions } = await ask('GET', `/v1/access-reviews/${made.review.id}/decisions`)
  for (const { number } of decisions)
    await post(`/v1/access-reviews/${made.review.id}/decisions`, {
      numbers: [number],
      decision: number === 1 ? 'remove' : 'keep',
      reason: 'Known.',
      userId: 'rita',
    })
  await post(`/v1/access-reviews/${made.review.id}/finish`, { userId: 'ada' })
  clock.advance(dayMs)
  made.secondRuns = await runAll()
  await send('POST', `/v1/integrations/connections/${made.vault.id}/pause`, undefined, { 'idempotency-key': 'golden' })
  clock.advance(dayMs)
  made.package = await post('/v1/packages', { framework: 'soc2', from: '2026-05-01', to: '2026-05-03' })
  made.attachment = await ask('GET', `/v1/attachments/${made.comment.attachments[0].id}/download-url`)
  const cookies = await signIn(runtime)
  const { data: people } = await ask('GET', '/v1/people')
  const { data: deliveries } = await ask('GET', `/v1/webhooks/${made.webhook.id}/deliveries`)
  // The last one, so that ids before it stay.
  made.auditPeriod = await post('/v1/audit-periods', {
    name: 'SOC 2 Type II, 2026',
    framework: 'soc2',
    firstDay: '2026-01-01',
    lastDay: '2026-12-31',
    note: 'With Example Audit.',
  })
  made.vendor = await post('/v1/vendors', { name: 'Example Cloud', criticality: 'high', reviewEveryDays: 365 })
  const vendorId = made.vendor.id
  made.vendorDocument = await post('/v1/vendor-documents', { vendorId, title: 'Certificate', lastDay: '2027-01-31' })
  made.vendorReview = await post('/v1/vendor-reviews', { subjectId: vendorId, text: 'Fine.', doneDay: '2026-04-30' })
  const sides = { likelihood: 4, impact: 5, treatment: 'mitigate' }
  made.risk = await post('/v1/risks', { title: 'A laptop is lost', ...sides, reviewEveryDays: 180 })
  made.riskReview = await post('/v1/risk-reviews', { subjectId: made.risk.id, text: 'Fine.', doneDay: '2026-04-30' })
  made.policy = await post('/v1/policies', { name: 'Acceptable use', reviewEveryDays: 365 })
  const rules = { changes: 'First version', text: '# Rules' }
  made.policyVersion = await post('/v1/policy-versions', { policyId: made.policy.id, ...rules })
  made.policyRequest = await post('/v1/policy-requests', { policyId: made.policy.id, email: 'grace@example.com' })
  const days = { firstDay: '2026-04-01', lastDay: '2026-04-10' }
  made.pentest = await post('/v1/pentests', {
    name: 'Web',
    provider: 'Example',
    scope: 'The web application.',
    ...days,
  })
  const found = { title: 'Cross-site scripting', severity: 'high', dueDay: '2026-12-31' }
  made.pentestFinding = await post('/v1/pentest-findings', { pentestId: made.pentest.id, ...found })
  made.trustCentre = await post('/v1/trust-centres', { name: 'Example', controls: ['CC6.1'] })
  const centreId = made.trustCentre.id
  made.trustLink = await post('/v1/trust-links', { centreId, title: 'Report', url: 'https://example.com/security' })
  const document = { title: 'Report', access: 'request', kind: 'document', whenEnded: 'hide' }
  made.trustDocument = await post('/v1/trust-documents', { centreId, ...document })
  const answers = 'Question,Answer\nDo you encrypt backups?,\n'
  const questionnaireFile = await post('/v1/evidence-forms/uploads', {
    formType: 'questionnaire',
    fileName: 'questions.csv',
    fileType: 'text/csv',
    fileData: Buffer.from(answers).toString('base64'),
  })
  made.questionnaire = await post('/v1/questionnaires', { name: 'Example Bank', fileId: questionnaireFile.fileKey })
  await post(`/v1/questionnaires/${made.questionnaire.id}/questions`, {})
  made.tracker = await post('/v1/trackers', {
    name: 'Operations',
    vendor: 'github',
    project: 'acme/app',
    whenResolved: 'close',
  })
  made.destination = await post('/v1/destinations', {
    name: 'Findings at Vanta',
    vendor: 'vanta',
    region: 'us',
    list: 'finding',
    resource: 'res1',
    automatic: false,
  })
  const { data: questions } = await ask('GET', '/v1/questionnaire-questions')
  const why = { reason: 'Customers ask for security alone.' }
  made.categoryExclusion = await post('/v1/category-exclusions', { categories: ['soc2:confidentiality'], ...why })
  const notOurs = { control: 'soc2:CC6.4', reason: 'All people work at home.', expires: '2026-12-31' }
  made.controlExclusion = await post('/v1/control-exclusions', notOurs)
  const link = new URL(made.attachment.downloadUrl)
  const values = {
    attachmentId: made.comment.attachments[0].id,
    uploadId: made.upload.fileKey,
    connectorId: 'vault',
    fileId: link.pathname.split('/').at(-1) ?? '',
    '/v1/files/{fileId}?expires': link.searchParams.get('expires') ?? '',
    '/v1/files/{fileId}?signature': link.searchParams.get('signature') ?? '',
    '/v1/comments?entityType': 'finding',
    '/v1/comment-threads?entityType': 'finding',
    '/v1/comment-threads?entityId': made.finding?.findingId,
    '/v1/comments?entityId': made.finding?.findingId,
    '/v1/log/consistency?from': '1',
    '/v1/log/inclusion?subject': made.firstRuns.vault,
    connectionId: made.vault.id,
    connectSessionId: made.connectSession.id,
    variableId: 'most',
    of: 'account',
    crossCheckId: 'leavers',
    runId: made.firstRuns.vault,
    findingId: made.finding?.findingId,
    waiverId: made.waiver.id,
    digest: 'none',
    judgementId: made.judgement.id,
    personKey: people[0].key,
    reviewId: made.review.id,
    taskId: made.task.id,
    auditPeriodId: made.auditPeriod.id,
    ownFrameworkId: 'none',
    relianceId: 'none',
    categoryExclusionId: made.categoryExclusion.id,
    controlExclusionId: made.controlExclusion.id,
    populationSampleId: 'none',
    vendorId,
    vendorDocumentId: made.vendorDocument.id,
    vendorReviewId: made.vendorReview.id,
    riskId: made.risk.id,
    riskReviewId: made.riskReview.id,
    policyId: made.policy.id,
    policyVersionId: made.policyVersion.id,
    policyRequestId: made.policyRequest.id,
    policyAcknowledgementId: 'none',
    pentestId: made.pentest.id,
    pentestFindingId: made.pentestFinding.id,
    trustCentreId: centreId,
    trustStatusId: 'none',
    trustLinkId: made.trustLink.id,
    trustDocumentId: made.trustDocument.id,
    trustRequestId: 'none',
    trustAgreementId: 'none',
    trustGrantId: 'none',
    questionnaireId: made.questionnaire.id,
    questionnaireQuestionId: questions[0].id,
    trackerId: made.tracker.id,
    ticketId: 'none',
    destinationId: made.destination.id,
    packageId: made.package.id,
    webhookId: made.webhook.id,
    deliveryId: deliveries[0].id,
  }
  return { runtime, clock, send, ask, made, changes, cookies, values }
}

/** Ada signs in by a link. @returns the cookies that her browser then has, and a link that nobody used */
async function signIn(runtime: Runtime): Promise<readonly string[]> {
  const session = new SignInLinks(runtime)
  const host = createHost({ runtime, session })
  const person = { organizationId: 'acme', userId: 'ada', role: 'admin' } as const
  const { url } = await session.create(person)
  const page = await host.fetch(new Request(url))
  const [formCookie = ''] = page.headers.getSetCookie()
  const [, formToken = ''] = /name="_token" value="([^"]+)"/.exec(await page.text()) ?? []
  const signedIn = await host.fetch(
    new Request(`${publicUrl}/sign-in`, {
      method: 'POST',
      headers: { origin: publicUrl, cookie: formCookie.split(';')[0] ?? '' },
      body: new URLSearchParams({ _token: formToken, token: new URL(url).searchParams.get('token') ?? '' }),
      redirect: 'manual',
    }),
  )
  const unused = await session.create(person)
  return [url, formCookie, formToken, String(signedIn.status), ...signedIn.headers.getSetCookie(), unused.url]
}
