import { type Check, defineConnector } from 'checkwright'
import * as questions from 'checkwright/questions'
import { same } from './equal.ts'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

// What a question reads may be told by the list, or be a fact.
const accounts = acme.inventory({
  of: 'account',
  tells: ['email', 'administrator', 'roles', 'secondFactor', 'createdAt'],
  covers: ['members'],
  async *list() {},
  facts: { lastActiveAt: { read: () => null }, singleSignOnOnly: { read: () => true } },
})
const devices = acme.inventory({
  of: 'device',
  tells: ['diskEncrypted', 'screenLock', 'managed', 'lastSeenAt'],
  covers: ['laptops'],
  async *list() {},
})
const keys = acme.inventory({
  of: 'credential',
  tells: ['createdAt', 'lastUsedAt', 'expiresAt'],
  covers: ['keys'],
  async *list() {},
})
const applications = acme.inventory({ of: 'application', tells: [], covers: ['apps'], async *list() {} })
const alerts = acme.inventory({ of: 'vulnerability', tells: ['openedAt'], covers: ['alerts'], async *list() {} })
const trainings = acme.inventory({
  of: 'training',
  tells: ['dueAt', 'completedAt'],
  covers: ['courses'],
  async *list() {},
})

const factors = questions.secondFactor(accounts, {
  severity: 'critical',
  remediation: ({ name, secondFactor }) => {
    same<typeof name, string | undefined>(true)
    same<typeof secondFactor, boolean | undefined>(true)
    return `Ask ${name}.`
  },
  variables: { accept_single_sign_on: { id: 'accept_sso', renamed: ['sso'] } },
})
same<typeof factors, Check<'acme'>>(true)

acme.with(
  accounts,
  devices,
  keys,
  applications,
  alerts,
  trainings,
  factors,
  questions.fewAdministrators(accounts),
  questions.fewAdministrators(accounts, {
    id: 'few-owners',
    role: 'owner',
    plural: 'Owners',
    resourceId: ({ connection }) => connection.id ?? 'acme',
    variables: { max_administrators: 'max_owners', min_administrators: { id: 'min_owners', default: 2 } },
    remediation: ({ known, most }) => `Remove ${known.length - most}.`,
  }),
  questions.staleAccounts(accounts, { variables: { max_idle_days: 'max_unused_days' } }),
  questions.invitationsPending(accounts),
  questions.knownDomains(accounts),
  questions.guestsReviewed(accounts, { instructions: ({ name }) => `Ask who invited ${name}.` }),
  questions.serviceAccountsKnown(accounts),
  questions.applicationsReviewed(applications),
  questions.devicesEncrypted(devices, { onEmpty: 'pass' }),
  questions.devicesLocked(devices),
  questions.devicesManaged(devices),
  questions.devicesSeen(devices),
  questions.credentialsRotated(keys, { onEmpty: 'error' }),
  questions.credentialsUsed(keys),
  questions.credentialsExpire(keys, { variables: { max_days: 'max_key_days' } }),
  questions.vulnerabilitiesFixedInTime(alerts, { resourceId: ({ resource, id }) => `${resource}/${id}` }),
  questions.trainingCompleted(trainings),
)
