import { defineConnector } from 'checkwright'
import { classify } from './classify.ts'
import { notJudged, unread } from './unread.ts'

/** The connector without its checks, which are written against it. */
export const okta = defineConnector(
  {
    id: 'okta',
    name: 'Okta',
    version: '1.0.0',
    description:
      'Second factors, sign-on and password policies, administrators, API tokens and leavers of one Okta organization.',
    category: 'identity',
    docsUrl: 'https://developer.okta.com/docs/api/',
    baseUrl: 'https://{domain}',
    credentialFields: [
      {
        id: 'domain',
        label: 'Okta domain',
        type: 'text',
        required: true,
        placeholder: 'acme.okta.com',
        helpText: 'The address at which people of your organization sign in, without "-admin".',
        // Tokens go to this host, so it has to be one of Okta's own.
        pattern: '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.(?:okta|okta-emea|oktapreview|okta-gov)\\.com',
      },
    ],
    auth: {
      type: 'oauth2',
      config: {
        // No issuer: Okta's metadata does not promise `iss` in the callback, and a declared one would be required (RFC
        // 9207).
        authorizeUrl: 'https://{domain}/oauth2/v1/authorize',
        tokenUrl: 'https://{domain}/oauth2/v1/token',
        revokeUrl: 'https://{domain}/oauth2/v1/revoke',
        pkce: true,
        clientAuthMethod: 'header',
        scopes: [
          'openid',
          'offline_access',
          'okta.users.read',
          'okta.policies.read',
          'okta.roles.read',
          'okta.apiTokens.read',
          'okta.logStreams.read',
          'okta.orgs.read',
          'okta.threatInsights.read',
          'okta.authenticators.read',
          'okta.authorizationServers.read',
          'okta.trustedOrigins.read',
          'okta.apps.read',
        ],
        createAppUrl: 'https://developer.okta.com/docs/guides/implement-oauth-for-okta/main/',
        setupInstructions: `
1. Sign in to the Okta Admin Console as a **super administrator**. Only this role may grant API scopes.
2. **Applications → Applications → Create App Integration**: sign-in method *OIDC*, application type *Web Application*.
3. **Grant types**: *Authorization Code* and *Refresh Token*. **Sign-in redirect URI**: the callback address shown on this page.
4. **Assignments**: only the people who will connect. They need an administrator role that can read the data: *Read-Only
   Administrator* is enough, except for the checks of API tokens and log streams, which need *Super Administrator*.
5. On the tab **Okta API Scopes** grant \`okta.users.read\`, \`okta.policies.read\`, \`okta.roles.read\`,
   \`okta.apiTokens.read\`, \`okta.logStreams.read\`, \`okta.orgs.read\`, \`okta.threatInsights.read\`,
   \`okta.authenticators.read\`, \`okta.authorizationServers.read\`, \`okta.trustedOrigins.read\` and
   \`okta.apps.read\`. They all only read.
6. Copy **Client ID** and **Client secret** into the form here.
`.trim(),
      },
    },
    test: { path: '/api/v1/users?limit=1' },
    unread,
    notJudged,
    // Okta's smallest limits of these endpoints are 100 a minute on trials and otherwise 600, per organization; its
    // answers show how much is left. https://developer.okta.com/docs/reference/rl-global-mgmt/
    limits: { concurrency: 8, requestsPerSecond: 8, burst: 20 },
  },
  { classify },
)
