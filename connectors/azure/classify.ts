import type { Classification, VendorFailure } from 'checkwright'

/** Azure gives the reason as a code. https://learn.microsoft.com/azure/azure-resource-manager/troubleshooting/common-deployment-errors */
const refusals: Readonly<Record<string, Classification>> = {
  AuthorizationFailed: {
    kind: 'permission',
    message: 'Give the app the role Reader on the subscription; a new assignment takes some minutes to work.',
  },
  LinkedAuthorizationFailed: { kind: 'permission' },
  AuthenticationFailed: { kind: 'auth' },
  InvalidAuthenticationToken: { kind: 'auth', message: 'The token is no longer valid. Reconnect.' },
  ExpiredAuthenticationToken: { kind: 'auth', message: 'The token has expired; reconnect.' },
  InvalidAuthenticationTokenTenant: {
    kind: 'config',
    message: 'The subscription belongs to another tenant than the app; check the tenant ID.',
  },
  SubscriptionNotFound: { kind: 'config', message: 'There is no such subscription; check the subscription ID.' },
  InvalidSubscriptionId: { kind: 'config', message: 'There is no such subscription; check the subscription ID.' },
  MissingSubscriptionRegistration: {
    kind: 'config',
    message: 'Register the resource provider under Subscriptions → Resource providers in the Azure portal.',
  },
  'Subscription Not Registered': {
    kind: 'config',
    message: 'Register Microsoft.Security under Subscriptions → Resource providers in the Azure portal.',
  },
  AadPremiumLicenseRequired: {
    kind: 'plan',
    message: 'Privileged Identity Management needs Microsoft Entra ID P2 or Entra ID Governance.',
  },
  TooManyRequests: { kind: 'rate_limited' },
  SubscriptionRequestsThrottled: { kind: 'rate_limited' },
}

/** The meaning of Azure's refusal; undefined leaves it to the rules for the status. */
export function classify({ body }: VendorFailure): Classification | undefined {
  const code = readObjectMember(readObjectMember(body, 'error'), 'code')
  return typeof code === 'string' && Object.hasOwn(refusals, code) ? refusals[code] : undefined
}

function readObjectMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}
