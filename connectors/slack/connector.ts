import { defineConnector } from 'checkwright'
import { classify } from './classify.ts'
import { notJudged, unread } from './unread.ts'

/** The connector without its checks, which are written against it. */
export const slack = defineConnector(
  {
    id: 'slack',
    name: 'Slack',
    version: '1.0.0',
    description: 'Second factors, owners, guests, shared channels and access logs of one Slack workspace.',
    category: 'communication',
    docsUrl: 'https://docs.slack.dev/apis/web-api/',
    baseUrl: 'https://slack.com/api',
    // Slack's refusals are in the body, with status 200.
    successPath: 'ok',
    auth: {
      type: 'oauth2',
      config: {
        // No issuer: Slack documents no `iss` in the callback, and a declared one would be required (RFC 9207).
        authorizeUrl: 'https://slack.com/oauth/v2/authorize',
        tokenUrl: 'https://slack.com/api/oauth.v2.access',
        revokeUrl: 'https://slack.com/api/auth.revoke',
        // An administrator's token can read who has a second factor; a bot's token cannot.
        scopeParam: 'user_scope',
        scopeSeparator: ',',
        tokenPath: 'authed_user.access_token',
        tokenTypes: ['user'],
        scopes: ['users:read', 'users:read.email', 'team:read', 'channels:read', 'groups:read', 'admin'],
        supportsRefreshToken: false,
        createAppUrl: 'https://api.slack.com/apps?new_app=1',
        setupInstructions: `
1. Open [Create an app](https://api.slack.com/apps?new_app=1) and choose *From scratch*, in the workspace to be checked.
2. **OAuth & Permissions → Redirect URLs**: add the callback address shown on this page.
3. **User Token Scopes**: \`users:read\`, \`users:read.email\`, \`team:read\`, \`channels:read\`, \`groups:read\` and, for the access logs, \`admin\`.
   Leave *Bot Token Scopes* empty and token rotation off. Slack has no read-only form of \`admin\`, but the checks only read.
4. **Basic Information**: copy **Client ID** and **Client Secret** into the form here.

The person who connects must be an **owner** of the workspace. Slack shows only owners who has a second factor.
`.trim(),
      },
    },
    test: { path: '/auth.test' },
    unread,
    notJudged,
    // Tier 2: 20 requests a minute for each method. https://docs.slack.dev/apis/web-api/rate-limits
    limits: { concurrency: 4, requestsPerSecond: 1, burst: 10 },
  },
  { classify },
)
