import type { AnyConnector, ReadyContext, VendorClient } from '../../define/index.ts'
import { AuthError } from '../../errors/index.ts'

/**
 * Calls the connector's `ready` hook to learn whether the vendor accepts the credentials.
 * @throws AuthError `AUTH_REJECTED` when it does not; else what the hook throws
 */
export async function demandReady(
  { definition, hooks }: AnyConnector,
  context: VendorClient & Pick<ReadyContext, 'credentials'>,
): Promise<void> {
  await hooks.ready?.({
    ...context,
    reject: (reason) => {
      const why = `${definition.name} does not accept the credentials: ${reason.replace(/[.\s]+$/, '')}. Reconnect with valid ones.`
      throw new AuthError(why, { code: 'AUTH_REJECTED' })
    },
  })
}
