import { defineConnector } from '../../define/index.ts'

interface AcmeUser {
  readonly id: string
  readonly email: string
  readonly role: 'admin' | 'member'
  readonly mfa: boolean
}

interface Device {
  readonly serial: string
  readonly owner: string
  readonly diskEncrypted: boolean
}

interface Backup {
  readonly id: string
  readonly lastRestoreReport: string
}

/** Neither the id of a shipped connector nor a likely one of an author. */
export const demoId = 'checkwright-demo'

/**
 * A connector as you write it for a real vendor. Its six checks end in every way that a check can end. The vendor's
 * addresses are settings, known when the demo runs and kept with the run, so that it can be replayed without the
 * vendor.
 */
export function createAcmeConnector() {
  const address = <const Id extends string>(id: Id, label: string) =>
    ({ id, label, type: 'url', required: true, pattern: 'http://127\\.0\\.0\\.1:[0-9]+(/[a-z]+)*' }) as const
  const acme = defineConnector({
    id: demoId,
    name: 'Acme',
    version: '1.0.0',
    description: 'The vendor of the demo, on this machine.',
    category: 'identity',
    baseUrl: '{api_url}',
    auth: {
      type: 'oauth2',
      config: {
        authorizeUrl: '{authorize_url}',
        tokenUrl: '{token_url}',
        scopes: ['users:read', 'devices:read', 'policies:read', 'backups:read', 'vendors:read', 'audit:read'],
        customSettings: [
          address('api_url', 'Address of the API'),
          address('authorize_url', 'Address of the sign-in page'),
          address('token_url', 'Address for tokens'),
        ],
        pkce: true,
      },
    },
    variables: [{ id: 'max_idle_minutes', label: 'Longest idle time in minutes', type: 'number', default: 30 }],
    test: { path: '/me' },
    limits: { concurrency: 4 },
  })

  return acme.with(
    acme.check({
      id: 'admin-mfa',
      title: 'Administrators sign in with a second factor',
      severity: 'high',
      controls: ['soc2:CC6.1', 'iso27001:A.8.5'],
      scopes: ['users:read'],
      async run(ctx) {
        const users = ctx.paginate<AcmeUser>('/users', {
          items: 'users',
          next: { cursor: 'next_cursor', param: 'cursor' },
        })
        for await (const user of users) {
          if (user.role !== 'admin') continue
          const resource = { type: 'user', id: user.id, name: user.email }
          if (user.mfa) ctx.pass({ resource, title: 'Second factor on', evidence: { mfa: true } })
          else {
            ctx.fail({
              resource,
              title: 'Administrator without a second factor',
              remediation: 'Enrol one under Admin → Users → Security, then end the sessions that are open.',
              evidence: { mfa: false },
            })
          }
        }
      },
    }),
    acme.check({
      id: 'devices-encrypted',
      title: 'Disks of company devices are encrypted',
      severity: 'high',
      controls: ['soc2:CC6.7', 'hipaa:164.312(a)(2)(iv)'],
      scopes: ['devices:read'],
      async run(ctx) {
        for await (const { serial, owner, diskEncrypted } of ctx.paginate<Device>('/devices', { next: 'link' })) {
          const resource = { type: 'device', id: serial, name: `${owner}'s laptop` }
          const evidence = { diskEncrypted }
          if (diskEncrypted) ctx.pass({ resource, title: 'Disk is encrypted', evidence })
          else ctx.fail({ resource, title: 'Disk is not encrypted', remediation: 'Turn disk encryption on.', evidence })
        }
      },
    }),
    acme.check({
      id: 'session-idle-time',
      title: 'Idle sessions end',
      severity: 'medium',
      controls: ['soc2:CC6.1'],
      scopes: ['policies:read'],
      async run(ctx) {
        const { idle_minutes: idleMinutes } = await ctx.get<{ idle_minutes: number }>('/policies/session')
        const most = ctx.variables.max_idle_minutes
        const resource = { type: 'policy', id: 'session' }
        const evidence = { idleMinutes, most }
        if (idleMinutes <= most) ctx.pass({ resource, title: `Sessions end after ${idleMinutes} minutes`, evidence })
        else {
          ctx.fail({
            resource,
            title: `Sessions end only after ${idleMinutes} idle minutes`,
            remediation: `Set Admin → Policies → Session to ${most} minutes or less.`,
            evidence,
          })
        }
      },
    }),
    acme.check({
      id: 'restore-tested',
      title: 'Restoring a backup is tested every year',
      severity: 'medium',
      controls: ['soc2:A1.3', 'iso27001:A.8.13'],
      scopes: ['backups:read'],
      async run(ctx) {
        for (const { id, lastRestoreReport } of await ctx.get<readonly Backup[]>('/backups')) {
          ctx.manual({
            resource: { type: 'backup', id },
            title: 'A person has to read the restore report',
            description: `Does ${lastRestoreReport} describe a complete restore within the last year?`,
            evidence: { lastRestoreReport },
          })
        }
      },
    }),
    acme.check({
      id: 'vendor-agreements',
      title: 'Subprocessors have signed an agreement',
      severity: 'medium',
      controls: ['gdpr:28'],
      scopes: ['vendors:read'],
      onEmpty: 'not_applicable',
      async run(ctx) {
        for (const { id, agreement } of await ctx.get<readonly { id: string; agreement: boolean }[]>('/vendors')) {
          const resource = { type: 'vendor', id }
          if (agreement) ctx.pass({ resource, title: 'Agreement signed', evidence: { agreement } })
          else ctx.fail({ resource, title: 'No agreement', remediation: 'Have one signed.', evidence: { agreement } })
        }
      },
    }),
    acme.check({
      id: 'audit-log-kept',
      title: 'The audit log is kept for a year',
      severity: 'high',
      controls: ['soc2:CC7.2', 'iso27001:A.8.15'],
      scopes: ['audit:read'],
      async run(ctx) {
        const { retention_days: days } = await ctx.get<{ retention_days: number }>('/audit/settings')
        const resource = { type: 'setting', id: 'audit-retention' }
        if (days >= 365) ctx.pass({ resource, title: `Kept for ${days} days`, evidence: { days } })
        else ctx.fail({ resource, title: `Kept for ${days} days`, remediation: 'Raise it to 365.', evidence: { days } })
      },
    }),
  )
}
