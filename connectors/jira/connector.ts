import { defineConnector } from 'checkwright'
import { classify } from './classify.ts'

/** The connector without its checks, which are written against it. */
export const jira = defineConnector(
  {
    id: 'jira',
    name: 'Jira',
    version: '1.0.0',
    description:
      'Public access, administrators, outsiders, security issues and approved changes of one Jira Cloud site.',
    category: 'productivity',
    docsUrl: 'https://developer.atlassian.com/cloud/jira/platform/rest/v3/',
    baseUrl: 'https://{site}.atlassian.net',
    credentialFields: [
      {
        id: 'site',
        label: 'Site',
        type: 'text',
        required: true,
        placeholder: 'acme',
        helpText: 'The name in the address of the site: acme.atlassian.net.',
        pattern: '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?',
      },
    ],
    auth: {
      type: 'basic',
      config: {
        usernameField: 'email',
        passwordField: 'api_token',
        labels: { username: 'E-mail address', password: 'API token' },
        setupInstructions: `
1. Use an account of its own, such as \`auditor@your-company.example\`, that is in the group of Jira administrators. Only
   they can read permission schemes, members of groups and the audit log. An API token can do what its account can,
   but the checks only read.
2. Signed in as that account open [API tokens](https://id.atlassian.com/manage-profile/security/api-tokens) and
   **Create API token**. Note when it expires.
3. Enter the e-mail address of the account, the token, and the name of the site.
`.trim(),
      },
    },
    unread: [
      {
        of: 'GET /rest/api/3/search/jql issues.fields',
        members: ['status'],
        checks: ['security-issues-in-time'],
        because: 'The query asks for issues that are not done.',
      },
      {
        of: 'GET /rest/api/3/filter/search values',
        members: ['approximateLastUsed', 'editPermissions', 'favourite', 'favouritedCount', 'subscriptions'],
        because: 'The permissions to view decide who sees a filter.',
      },
      {
        of: 'GET /rest/api/3/dashboard dashboards',
        members: ['automaticRefreshMs', 'editPermissions', 'isFavourite', 'isWritable', 'popularity', 'rank'],
        because: 'The permissions to view decide who sees a dashboard.',
      },
      {
        of: 'GET /rest/api/3/search/jql issues',
        members: ['transitions', 'changelog.maxResults', 'changelog.startAt', 'changelog.histories.author.active'],
        because: 'They do not tell what happened to an issue. An author may have left since.',
      },
      {
        of: 'GET /rest/api/3/auditing/record records',
        members: ['associatedItems', 'changedValues'],
        because: 'It is the time of a record that counts.',
      },
    ],
    notJudged: [
      { says: 'Approvals of Jira Service Management, and team-managed projects.' },
      { says: 'Other groups and apps that administer the site.' },
    ],
    test: { path: '/rest/api/3/myself' },
    // Jira has a budget of points, and its answers show when it is used up.
    // https://developer.atlassian.com/cloud/jira/platform/rate-limiting/
    limits: { concurrency: 4, requestsPerSecond: 5, burst: 10 },
  },
  { classify },
)
