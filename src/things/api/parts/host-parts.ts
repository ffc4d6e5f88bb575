import type { ObjectStore } from '../../../service/files/objects.ts'
import type { CommentNotice } from '../../../service/records/comments.ts'
import type { CommentedEntities, EntityDirectory, UserDirectory } from '../../../service/records/directory.ts'
import { declaredThings } from '../../declared/declared-things.ts'
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
  readonly proposeAnswer: HostOptions['proposeAnswer']
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
  const entities = addOwnEntities(runtime, options.entities)
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
    proposeAnswer: options.proposeAnswer,
    report,
  }
}

/**
 * The host answers for what it keeps itself. Without its answer, every task is taken for one of its own; vendors, risks, policies,
 * penetration tests and questionnaires are those that stand here.
 */
function addOwnEntities(runtime: Runtime, host: EntityDirectory | undefined): CommentedEntities {
  const { findings, connections, tasks } = runtime
  return {
    async exists({ organizationId, entityType, entityId: id }) {
      if (entityType === 'finding') return (await findings.get({ id, organizationId })) !== undefined
      if (entityType === 'connection') return (await connections.get({ id, organizationId })) !== undefined
      if (entityType === 'task' && (await tasks.get({ id, organizationId }))) return true
      const thing = declaredThings.find(({ commentedAs }) => commentedAs === entityType)
      if (thing && (await runtime.serviceOf(thing).get({ id, organizationId }))) return true
      if (entityType === 'pentest' || entityType === 'questionnaire') return false
      return host ? host.exists({ organizationId, entityType, entityId: id }) : entityType === 'task'
    },
  }
}
