import { findTenantChoice } from '../../auth/tenant-choice.ts'
import type { AnyConnector } from '../../define/index.ts'
import type { RuntimeParts } from '../parts/runtime-parts.ts'

/** The redirect URI that an app is registered with at its vendor. */
export function chooseCallbackUrl(
  { callbackUrl }: Pick<RuntimeParts, 'callbackUrl'>,
  connectorId: string,
  ownCallback: boolean,
): string {
  return ownCallback ? `${callbackUrl}/${connectorId}` : callbackUrl
}

/** Whether a platform app serves an organization. */
export function canServe(
  connector: AnyConnector,
  app: { readonly boundTo: string | null | undefined },
  organizationId: string,
): boolean {
  return app.boundTo === organizationId || findTenantChoice(connector.definition, connector.hooks) === undefined
}
