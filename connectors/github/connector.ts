import { defineConnector } from 'checkwright'
import { classify } from './classify.ts'
import { notJudged, unread } from './unread.ts'

/** The organization that is asked, however a connector signs in. */
export const organizationField = {
  id: 'organization',
  label: 'Organization',
  type: 'text',
  required: true,
  placeholder: 'octo-org',
  helpText: 'The name in the address of the organization: github.com/octo-org.',
  // It becomes part of every path, so it may contain only what GitHub allows in a name.
  pattern: '[A-Za-z0-9][A-Za-z0-9-]{0,38}',
} as const

/** GitHub's API, however a connector signs in. */
export const githubApi = {
  category: 'development',
  docsUrl: 'https://docs.github.com/rest',
  baseUrl: 'https://api.github.com',
  headers: { Accept: 'application/vnd.github+json', 'X-GitHub-Api-Version': '2022-11-28' },
  test: { path: '/orgs/{organization}' },
  // GitHub allows 5000 requests an hour, 900 a minute and 100 at once, and recommends few at once.
  // https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api
  limits: { concurrency: 8, requestsPerSecond: 10, burst: 20 },
  // Lists of repositories may carry a token that clones a private one.
  sensitive: ['temp_clone_token'],
  unread,
  notJudged,
} as const

/** The connector without its checks, which are written against it. */
export const github = defineConnector(
  {
    id: 'github',
    name: 'GitHub',
    version: '1.0.0',
    description:
      'Two-factor authentication, access, branch protection, secrets, vulnerabilities and workflows of one organization on github.com.',
    ...githubApi,
    credentialFields: [organizationField],
    auth: {
      type: 'api_key',
      config: {
        in: 'header',
        name: 'Authorization',
        prefix: 'Bearer ',
        field: {
          label: 'Personal access token',
          placeholder: 'github_pat_…',
          helpText: 'A fine-grained token that an owner of the organization made, with read-only permissions.',
        },
        setupInstructions: `
1. Sign in to GitHub as an **owner** of the organization: GitHub shows only owners which members have no second factor.
2. Open [New fine-grained personal access token](https://github.com/settings/personal-access-tokens/new).
3. **Resource owner**: the organization. **Expiration**: as your policy requires. Note the date. After it, checks end in an error.
4. **Repository access**: *All repositories*. The checks do not judge repositories that the token cannot see.
5. **Permissions**, each *Read-only*:
   - Repository: *Administration* (branch protection), *Dependabot alerts* and *Secret scanning alerts*. GitHub adds *Metadata*.
   - Organization: *Administration* (security settings), *Members* (who has no second factor) and *Webhooks*.
6. **Generate token** and enter it here. GitHub shows it once.
7. If the organization requires approval of tokens, an owner approves it under *Organization settings → Personal access tokens → Pending requests*.

A classic token works too, but its smallest scopes, \`admin:org\` and \`repo\`, also allow changes. If the organization requires single sign-on, authorize a classic token with *Configure SSO* in the list of tokens.
`.trim(),
      },
    },
  },
  { classify },
)
