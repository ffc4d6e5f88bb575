import { defineConnector } from 'checkwright'
import { z } from 'zod'

const parseServer = defineConnector({
  id: 'parse-server',
  name: 'Parse Server',
  version: '1.0.0',
  description:
    'What everybody may do with the classes, roles and users of one Parse Server, and what its own security check says.',
  category: 'development',
  docsUrl: 'https://docs.parseplatform.org/rest/guide/',
  baseUrl: '{address}',
  credentialFields: [
    {
      id: 'address',
      label: 'Address',
      type: 'url',
      required: true,
      placeholder: 'https://api.acme.example/parse',
      pattern: 'https?://[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*(:[0-9]{1,5})?(/[A-Za-z0-9_-]+)*',
      helpText: 'With the path of the mount, such as /parse.',
    },
    { id: 'application_id', label: 'Application ID', type: 'text', required: true },
  ],
  headers: { 'X-Parse-Application-Id': '{application_id}' },
  sensitive: ['sessionToken', '_hashed_password', 'authData'],
  auth: {
    type: 'api_key',
    config: {
      in: 'header',
      name: 'X-Parse-Master-Key',
      field: { label: 'Read-only master key' },
      setupInstructions:
        '1. Set `readOnlyMasterKey`, and `security.enableCheck`, where Parse Server is started.\n2. Enter the address, the application ID and that key.',
    },
  },
  test: { path: '/serverInfo' },
  notJudged: [
    { says: 'Permissions of single objects, except roles and users.' },
    { says: 'What Cloud Code refuses.' },
    { says: 'Permissions by pointer, which give each object to the users that it names.' },
  ],
})

const Group = z.object({
  name: z.string(),
  checks: z.array(z.object({ title: z.string(), state: z.enum(['success', 'fail']) })),
})

const securityCheck = parseServer.check({
  id: 'security-check',
  title: 'The security check of Parse Server itself passes',
  severity: 'high',
  controls: ['soc2:CC7.1', 'iso27001:A.8.9'],
  async run(ctx) {
    const groups = ctx.paginate('/security', {
      schema: Group,
      resource: { type: 'settings', id: 'name', name: 'name' },
      items: 'report.groups',
      next: () => undefined,
      // "fail" is what the check found, and no word for a request that failed.
      notMore: ['report.state'],
    })
    for await (const { name, checks } of groups) {
      const failed = checks.filter(({ state }) => state === 'fail').map(({ title }) => title)
      ctx.judge({ type: 'settings', id: name, name }, () => failed.length === 0, {
        good: `${name} is as Parse Server advises`,
        bad: `${name} is not as Parse Server advises`,
        remediation: 'Open Parse Dashboard → App Settings → Security, and do what it says of each check that fails.',
        evidence: { failed: failed.toSorted().join(', ') },
      })
    }
  },
})

/** Who may do something with a class: `*` is everybody. An operation that a class leaves out is for the master key alone. */
const Allowed = z.looseObject({ '*': z.boolean().optional() }).optional()
const Class = z.object({
  className: z.string(),
  classLevelPermissions: z.object({ create: Allowed, update: Allowed, delete: Allowed, addField: Allowed }).optional(),
})

const classesClosed = parseServer.check({
  id: 'classes-closed',
  title: 'Nobody changes a class without signing in',
  severity: 'critical',
  controls: ['soc2:CC6.1', 'iso27001:A.8.3'],
  async run(ctx) {
    const classes = ctx.paginate('/schemas', {
      schema: Class,
      resource: { type: 'class', id: 'className' },
      items: 'results',
      next: () => undefined,
    })
    for await (const { className, classLevelPermissions: allowed } of classes) {
      const creates = allowed?.create?.['*'] ?? false
      const updates = allowed?.update?.['*'] ?? false
      const deletes = allowed?.delete?.['*'] ?? false
      const adds = allowed?.addField?.['*'] ?? false
      const gaps = [
        ...(creates ? ['lets everybody create objects'] : []),
        ...(updates ? ['lets everybody change objects'] : []),
        ...(deletes ? ['lets everybody delete objects'] : []),
        ...(adds ? ['lets everybody add fields'] : []),
      ]
      ctx.judge({ type: 'class', id: className }, () => gaps.length === 0, {
        good: `${className} is changed by nobody without signing in`,
        bad: `${className} ${gaps.join(' and ')}`,
        remediation: `Open Parse Dashboard → Browser → ${className} → Edit → Class Level Permissions, and take "Public" away.`,
        evidence: { creates, updates, deletes, adds },
      })
    }
  },
})

/**
 * Pages of 100 objects. Without an order an object could change its page between two requests. The number of all objects, `count`, is an
 * estimate on PostgreSQL.
 */
const pages = {
  query: { limit: 100, order: 'objectId' },
  items: 'results',
  next: { offset: 'skip', limit: 'limit' },
} as const

const Role = z.object({
  objectId: z.string(),
  name: z.string(),
  ACL: z.object({ '*': z.object({ write: z.boolean().optional() }).optional() }).optional(),
})

const rolesClosed = parseServer.check({
  id: 'roles-closed',
  title: 'Nobody joins a role without permission',
  severity: 'high',
  controls: ['soc2:CC6.3', 'iso27001:A.5.15'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    const roles = ctx.paginate('/roles', {
      schema: Role,
      resource: { type: 'role', id: 'objectId', name: 'name' },
      ...pages,
    })
    for await (const { objectId, name, ACL } of roles) {
      const writes = ACL?.['*']?.write ?? false
      ctx.judge({ type: 'role', id: objectId, name }, () => !writes, {
        good: `${name} is changed by those that it names alone`,
        bad: `Everybody can join ${name}`,
        remediation: `Take the public write access out of the ACL of the role ${name}.`,
        evidence: { writes },
      })
    }
  },
})

const User = z.object({ objectId: z.string(), username: z.string(), emailVerified: z.boolean().optional() })

const usersConfirmed = parseServer.check({
  id: 'users-confirmed',
  title: 'Users have confirmed their address',
  severity: 'medium',
  controls: ['soc2:CC6.2', 'iso27001:A.5.16'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    const users = ctx.paginate('/users', {
      schema: User,
      resource: { type: 'user', id: 'objectId', name: 'username' },
      ...pages,
    })
    for await (const { objectId, username, emailVerified } of users) {
      // Absent: the user never had to.
      const confirmed = emailVerified ?? false
      ctx.judge({ type: 'user', id: objectId, name: username }, () => confirmed, {
        good: `${username} has confirmed an address`,
        bad: `${username} has confirmed no address`,
        remediation: `Turn on verifyUserEmails and preventLoginWithUnverifiedEmail, or ask ${username} to confirm.`,
        evidence: { confirmed },
      })
    }
  },
})

const Hook = z.object({ functionName: z.string(), url: z.string().optional() })

const hooksEncrypted = parseServer.check({
  id: 'hooks-encrypted',
  title: 'Parse Server calls functions over TLS',
  severity: 'high',
  controls: ['soc2:CC6.7', 'iso27001:A.8.24'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    const hooks = ctx.paginate('/hooks/functions', {
      schema: Hook,
      resource: { type: 'hook', id: 'functionName' },
      next: () => undefined,
    })
    for await (const hook of hooks) {
      const { functionName, url } = hook
      // Those in Cloud Code have no address: nothing travels.
      if (url === undefined) continue
      ctx.judge({ type: 'hook', id: functionName }, () => url.toLowerCase().startsWith('https://'), {
        good: `${functionName} is called over TLS`,
        bad: `${functionName} is called without TLS`,
        remediation: `Open Parse Dashboard → Webhooks, and enter an address with https for ${functionName}.`,
        evidence: { url },
      })
    }
  },
})

export default parseServer.with(securityCheck, classesClosed, rolesClosed, usersConfirmed, hooksEncrypted)
