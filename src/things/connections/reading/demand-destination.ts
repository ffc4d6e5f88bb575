import { compareDestinations } from '../../../auth/destination.ts'
import type { AnyConnector } from '../../../define/index.ts'
import { ApiError } from '../../../errors/index.ts'
import { mayDo, type Role } from '../../../service/rights/permissions.ts'
import type { Connection, Runtime } from '../../runtime/runtime.ts'

/**
 * New credentials bring a connection to the published version of its connector. If that sends secrets elsewhere, an admin of the
 * organization decides, because every secret of the connection goes there.
 * @param role undefined: the program that hosts us has no roles, and its scopes decide
 * @throws ApiError 403
 */
export async function demandDestination(
  { connectors, connectorOf }: Pick<Runtime, 'connectors' | 'connectorOf'>,
  connection: Connection,
  role: Role | undefined,
): Promise<void> {
  const published = connectors.find(({ id }) => id === connection.connector)
  if (role === undefined || mayDo(role, 'connection-destinations:write') || published === undefined) return
  if (!isSentElsewhere(await connectorOf(connection), published)) return
  throw new ApiError(
    'A newer version of the connector sends secrets elsewhere. An admin of your organization has to enter the secret or sign in again.',
    { code: 'API_FORBIDDEN' },
  )
}

/** Whether a version sends secrets to other places than the one that a connection is on. One that is gone cannot be compared. */
function isSentElsewhere(own: AnyConnector | undefined, published: AnyConnector): boolean {
  if (own === published) return false
  if (own === undefined) return published.source !== undefined
  const { added, removed } = compareDestinations(own, published)
  return added.length + removed.length > 0
}
