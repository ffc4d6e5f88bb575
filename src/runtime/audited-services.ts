import type { AuditLog } from './audit-log.ts'
import { type Parts, refOf } from './parts.ts'
import type { ConnectorRef, Ref, Runtime } from './runtime.ts'

type Services = Pick<
  Runtime,
  'organizations' | 'users' | 'oauthApps' | 'oauth' | 'connections' | 'runs' | 'schedules' | 'waivers' | 'apiKeys'
>

/** The services, each change of theirs with its entry in the audit log of its organization. */
export function auditedServices({ store }: Pick<Parts, 'store'>, log: AuditLog, services: Services): Services {
  const { organizations, users, oauthApps, oauth, connections, runs, schedules, waivers, apiKeys } = services
  const ofConnection = <T>(action: string, ref: Ref, work: () => Promise<T>, given: object = {}): Promise<T> => {
    const { id, organizationId } = refOf(ref)
    const owner = async () => (await store.connections.find(id, organizationId))?.organizationId
    return log.change({ organizationId: owner, action, fields: namesIn(given) }, work, () => id)
  }
  const plain = <T>(
    action: string,
    of: { readonly organizationId?: string | undefined },
    work: () => Promise<T>,
    target: string | null,
  ) => log.change({ organizationId: of.organizationId, action, fields: namesIn(of) }, work, () => target)
  return {
    organizations: {
      ...organizations,
      create: async (input) => {
        const made = await organizations.create(input)
        await log.made({ organizationId: made.id, action: 'organization.create', fields: namesIn(input) }, made.id)
        return made
      },
      setProfile: (id, changes) =>
        log.change(
          { organizationId: id, action: 'organization.update', fields: namesIn(changes) },
          () => organizations.setProfile(id, changes),
          () => id,
        ),
      shred: (id) =>
        log.change(
          { organizationId: id, action: 'organization.shred' },
          () => organizations.shred(id),
          () => id,
        ),
    },
    users: { ...users, put: (user) => plain('user.put', user, () => users.put(user), user.id) },
    oauthApps: {
      ...oauthApps,
      // A platform-wide one belongs to no organization, and has no log.
      set: (app) => plain('oauth-app.set', app, () => oauthApps.set(app), idOf(app.connector)),
      delete: (ref) => plain('oauth-app.delete', ref, () => oauthApps.delete(ref), idOf(ref.connector)),
    },
    oauth: {
      ...oauth,
      callback: async (request) => {
        const made = await oauth.callback(request)
        await log.made({ organizationId: made.organizationId, action: 'connection.authorize' }, made.id)
        return made
      },
    },
    connections: {
      ...connections,
      create: (input) =>
        log.change(
          { organizationId: input.organizationId, action: 'connection.create', fields: namesIn(input) },
          () => connections.create(input),
          ({ id }) => id,
        ),
      update: (ref, changes) => ofConnection('connection.update', ref, () => connections.update(ref, changes), changes),
      pause: (ref) => ofConnection('connection.pause', ref, () => connections.pause(ref)),
      resume: (ref) => ofConnection('connection.resume', ref, () => connections.resume(ref)),
      disconnect: (ref) => ofConnection('connection.disconnect', ref, () => connections.disconnect(ref)),
    },
    runs: {
      ...runs,
      start: (request) => {
        const { connectionId, organizationId } = request
        const owner = async () => (await store.connections.find(connectionId, organizationId))?.organizationId
        return log.change(
          { organizationId: owner, action: 'run.start', fields: namesIn(request) },
          () => runs.start(request),
          ({ id }) => id,
        )
      },
      cancel: (ref) => {
        const { id, organizationId } = refOf(ref)
        const owner = async () => (await store.runs.find(id, organizationId))?.organizationId
        return log.change(
          { organizationId: owner, action: 'run.cancel' },
          () => runs.cancel(ref),
          () => id,
        )
      },
    },
    schedules: {
      ...schedules,
      set: (schedule) =>
        ofConnection(
          'schedule.set',
          { id: schedule.connectionId, organizationId: schedule.organizationId },
          () => schedules.set(schedule),
          schedule,
        ),
      delete: (ref) =>
        ofConnection('schedule.delete', { id: ref.connectionId, organizationId: ref.organizationId }, () =>
          schedules.delete(ref),
        ),
    },
    waivers: {
      ...waivers,
      create: (waiver) =>
        log.change(
          { organizationId: waiver.organizationId, action: 'waiver.create', fields: namesIn(waiver) },
          () => waivers.create(waiver),
          ({ id }) => id,
        ),
      revoke: (ref) =>
        log.change(
          { organizationId: ref.organizationId, action: 'waiver.revoke' },
          () => waivers.revoke(ref),
          () => ref.id,
        ),
    },
    apiKeys: {
      ...apiKeys,
      create: (input) =>
        log.change(
          { organizationId: input.organizationId, action: 'api-key.create', fields: namesIn(input) },
          () => apiKeys.create(input),
          ({ id }) => id,
        ),
      revoke: (ref) =>
        log.change(
          { organizationId: ref.organizationId, action: 'api-key.revoke' },
          () => apiKeys.revoke(ref),
          () => ref.id,
        ),
    },
  }
}

/** Names of what was given; where it goes is said elsewhere. */
function namesIn(given: object): string[] {
  return Object.entries(given).flatMap(([name, value]) =>
    value === undefined || name === 'organizationId' || name === 'connectionId' || name === 'id' ? [] : [name],
  )
}

function idOf(connector: ConnectorRef): string {
  return typeof connector === 'string' ? connector : connector.id
}
