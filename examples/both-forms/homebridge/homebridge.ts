import { AuthError, defineConnector, Undecided } from 'checkwright'
import { fewAdministrators, secondFactor } from 'checkwright/questions'
import { z } from 'zod'

const homebridge = defineConnector(
  {
    id: 'homebridge',
    name: 'Homebridge',
    version: '1.0.0',
    description: 'Users, sign-in, backups and updates of one Homebridge, by its web interface.',
    category: 'infrastructure',
    docsUrl: 'https://github.com/homebridge/homebridge-config-ui-x/wiki/Homebridge-API',
    baseUrl: '{address}/api',
    credentialFields: [
      {
        id: 'address',
        label: 'Address',
        type: 'url',
        required: true,
        placeholder: 'https://homebridge.acme.example:8581',
        pattern: 'https?://[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*(:[0-9]{1,5})?',
      },
    ],
    auth: {
      type: 'custom',
      config: {
        description:
          'A user of the web interface who is an administrator and has no second factor, because its codes change.',
        credentialFields: [
          { id: 'username', label: 'User', type: 'text', required: true },
          { id: 'password', label: 'Password', type: 'password', required: true },
        ],
      },
    },
    test: { path: '/auth/check' },
    variables: [{ id: 'max_session_hours', label: 'Longest session in hours', type: 'number', default: 12 }],
    notJudged: [
      { says: 'What accessories and their plugins do.' },
      { says: 'The user of this connection, who has no second factor.' },
    ],
  },
  {
    async authenticate({ credentials: { username, password }, fetch, now, signal }) {
      const response = await fetch('/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password }),
        signal,
      })
      if (!response.ok)
        throw new AuthError(`Homebridge answered ${response.status} to the login. Reconnect with other credentials.`, {
          code: 'AUTH_LOGIN_FAILED',
        })
      const { access_token, expires_in } = z
        .object({ access_token: z.string(), expires_in: z.number() })
        .parse(await response.json())
      return {
        headers: { authorization: `Bearer ${access_token}` },
        expiresAtMs: now.getTime() + expires_in * 1000,
      }
    },
  },
)

const User = z.object({
  id: z.int(),
  username: z.string(),
  admin: z.boolean().optional(),
  otpActive: z.boolean().optional(),
})

const accounts = homebridge.inventory({
  of: 'account',
  tells: ['administrator', 'secondFactor'],
  covers: ['users of the web interface'],
  async *list(ctx) {
    for await (const user of ctx.paginate('/users', { schema: User, next: () => undefined }))
      yield {
        id: String(user.id),
        name: user.username,
        kind: 'person',
        status: 'active',
        administrator: user.admin,
        secondFactor: user.otpActive,
      }
  },
})

/** Members are read where they decide, so that one that is left out leaves the others alone. */
const Settings = z.object({
  formAuth: z.boolean().optional(),
  sessionTimeout: z.number().optional(),
  env: z.object({ scheduledBackupDisable: z.boolean().optional() }).optional(),
})

function demand<T>(value: T | undefined, member: string): T {
  if (value === undefined) throw new Undecided(`Homebridge does not say "${member}".`)
  return value
}

const signInRequired = homebridge.check({
  id: 'sign-in-required',
  title: 'The web interface asks who signs in',
  severity: 'critical',
  controls: ['soc2:CC6.1', 'iso27001:A.8.5'],
  async run(ctx) {
    const { formAuth } = await ctx.get('/auth/settings', { schema: Settings })
    ctx.judge({ type: 'homebridge', id: ctx.credentials.address }, () => demand(formAuth, 'formAuth'), {
      good: 'The web interface asks who signs in',
      bad: 'Whoever reaches the web interface administers it',
      remediation: 'Open UI Settings → Authentication, and choose a form.',
      evidence: { formAuth },
    })
  },
})

const sessionsShort = homebridge.check({
  id: 'sessions-short',
  title: 'Sessions end',
  severity: 'medium',
  controls: ['soc2:CC6.1', 'iso27001:A.8.5'],
  async run(ctx) {
    const { sessionTimeout } = await ctx.get('/auth/settings', { schema: Settings })
    const words = `Sessions end after ${sessionTimeout} seconds`
    const isShort = () => demand(sessionTimeout, 'sessionTimeout') <= ctx.variables.max_session_hours * 3600
    ctx.judge({ type: 'homebridge', id: ctx.credentials.address }, isShort, {
      good: words,
      bad: words,
      remediation: 'Open UI Settings → Session Timeout, and enter fewer seconds.',
      evidence: { sessionTimeout },
    })
  },
})

const backupsMade = homebridge.check({
  id: 'backups-made',
  title: 'Backups are made',
  severity: 'medium',
  controls: ['soc2:A1.2', 'iso27001:A.8.13'],
  async run(ctx) {
    const { env } = await ctx.get('/auth/settings', { schema: Settings })
    const scheduledBackupDisable = env?.scheduledBackupDisable
    const isMade = () => !demand(scheduledBackupDisable, 'scheduledBackupDisable')
    ctx.judge({ type: 'homebridge', id: ctx.credentials.address }, isMade, {
      good: 'A backup is made each day',
      bad: 'No backup is made',
      remediation: 'Open Settings → Backup, and turn on scheduled backups.',
      evidence: { scheduledBackupDisable },
    })
  },
})

const Plugin = z.object({
  name: z.string(),
  disabled: z.boolean(),
  installedVersion: z.string(),
  updateAvailable: z.boolean(),
})

const pluginsCurrent = homebridge.check({
  id: 'plugins-current',
  title: 'Plugins are up to date',
  severity: 'medium',
  controls: ['soc2:CC7.1', 'iso27001:A.8.8'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    const plugins = ctx.paginate('/plugins', {
      schema: Plugin,
      resource: { type: 'plugin', id: 'name' },
      next: () => undefined,
    })
    for await (const { name, disabled, installedVersion, updateAvailable } of plugins) {
      const resource = { type: 'plugin', id: name }
      const evidence = { installedVersion, updateAvailable }
      if (disabled) ctx.notApplicable({ resource, title: `${name} is off`, evidence })
      else
        ctx.judge(resource, () => !updateAvailable, {
          good: `${name} is up to date`,
          bad: `${name} is not up to date`,
          remediation: `Open Plugins → ${name} → Update.`,
          evidence,
        })
    }
  },
})

export default homebridge.with(
  accounts,
  secondFactor(accounts, {
    resourceType: 'user',
    remediation: ({ name }) => `${name} opens the menu → Setup 2FA, and scans the code.`,
  }),
  fewAdministrators(accounts, {
    plural: 'Administrators',
    resourceType: 'homebridge',
    resourceId: (ctx) => String(ctx.credentials.address),
    remediation: 'Open User Accounts, and turn off Administrator for those who need not change settings.',
  }),
  signInRequired,
  sessionsShort,
  backupsMade,
  pluginsCurrent,
)
