import type { AnyConnector } from '../../../define/index.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { isSentToVendor } from '../../connectors/pages/connectors.ts'

/** What a person does to renew the access: nobody enters credentials where the vendor grants them. */
export function describeRenewal({ connections }: Texts, connector: AnyConnector | undefined): string {
  if (connector === undefined || !isSentToVendor(connector)) return connections.renew.enterCredentials
  return connections.renew.signIn({ name: connector.definition.name })
}
