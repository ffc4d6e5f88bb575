import type { ObjectStore } from '../../../service/files/objects.ts'
import type { CommentNotice } from '../../../service/records/comments.ts'
import type { CommentedEntities, EntityDirectory, UserDirectory } from '../../../service/records/directory.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Authenticate, FindCallerAgain } from '../callers/caller.ts'
import { Shares } from '../callers/shares.ts'
import { StreamShares } from '../callers/stream-shares.ts'
import type { HostOptions } from '../options/host-options.ts'
import { RunBundles } from './run-bundles.ts'

/** The services that routes get beside the request. */
export interface HostParts {
  readonly runtime: Runtime
  readonly authenticate: Authenticate
  readonly findCallerAgain: FindCallerAgain
  readonly users: UserDirectory
  readonly entities: CommentedEntities
  readonly objects: ObjectStore
  readonly bundles: RunBundles
  /** Bytes of bodies in memory, by organization. */
  readonly uploads: Shares
  readonly streams: StreamShares
  readonly onComment: (notice: CommentNotice) => void | Promise<void>
  /** Logs an error that the caller does not see, under the request id that they do see. */
  readonly report: (error: unknown, requestId: string) => void
}

export function createHostParts(
  options: HostOptions,
  { authenticate, findCallerAgain }: Pick<HostParts, 'authenticate' | 'findCallerAgain'>,
  report: HostParts['report'],
): HostParts {
  const { runtime, users = runtime.users, onComment = () => {} } = options
  const { quotas } = runtime.workspace
  const objects = options.objects ? runtime.workspace.limitObjects(options.objects) : runtime.workspace.objects
  const uploads = new Shares('bytes of request bodies on their way', quotas.uploadBytes)
  const streams = new StreamShares(quotas)
  const entities = addOwnEntities(runtime, options.entities ?? { exists: async () => true })
  const bundles = new RunBundles(runtime)
  return {
    runtime,
    authenticate,
    findCallerAgain,
    users,
    entities,
    objects,
    bundles,
    uploads,
    streams,
    onComment,
    report,
  }
}

/** The host answers for what it keeps itself. */
function addOwnEntities({ findings, connections, tasks }: Runtime, host: EntityDirectory): CommentedEntities {
  return {
    async exists({ organizationId, entityType, entityId: id }) {
      if (entityType === 'finding') return (await findings.get({ id, organizationId })) !== undefined
      if (entityType === 'connection') return (await connections.get({ id, organizationId })) !== undefined
      if (entityType === 'task' && (await tasks.get({ id, organizationId }))) return true
      return host.exists({ organizationId, entityType, entityId: id })
    },
  }
}
