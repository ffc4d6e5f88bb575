import { defineConnector } from 'checkwright'
import { classify } from './classify.ts'

/** The connector without its checks, which are written against it. */
export const datadog = defineConnector(
  {
    id: 'datadog',
    name: 'Datadog',
    version: '1.0.0',
    description: 'Second factors, administrators, keys, monitors and log archives of one Datadog organization.',
    category: 'monitoring',
    docsUrl: 'https://docs.datadoghq.com/api/latest/',
    baseUrl: 'https://api.{site}',
    headers: { 'DD-APPLICATION-KEY': '{application_key}' },
    credentialFields: [
      {
        id: 'application_key',
        label: 'Application key',
        type: 'password',
        required: true,
        helpText: 'It acts for a person or service account. The API key alone only names the organization.',
      },
      {
        id: 'site',
        label: 'Site',
        type: 'select',
        required: true,
        helpText: 'The part after "app." in the address of Datadog after signing in.',
        options: [
          { value: 'datadoghq.com', label: 'US1 (datadoghq.com)' },
          { value: 'us3.datadoghq.com', label: 'US3 (us3.datadoghq.com)' },
          { value: 'us5.datadoghq.com', label: 'US5 (us5.datadoghq.com)' },
          { value: 'datadoghq.eu', label: 'EU1 (datadoghq.eu)' },
          { value: 'ap1.datadoghq.com', label: 'AP1 (ap1.datadoghq.com)' },
          { value: 'ap2.datadoghq.com', label: 'AP2 (ap2.datadoghq.com)' },
          { value: 'ddog-gov.com', label: 'US1-FED (ddog-gov.com)' },
        ],
        pattern: '(?:(?:us3|us5|ap1|ap2)\\.)?datadoghq\\.com|datadoghq\\.eu|ddog-gov\\.com',
      },
    ],
    auth: {
      type: 'api_key',
      config: {
        in: 'header',
        name: 'DD-API-KEY',
        setupInstructions: `
1. In Datadog under **Organization Settings → Service Accounts** create a service account with a role of its own that has
   *User Access Read*, *Monitors Read*, *Logs Read Archives*, *API Keys Read*, *Org App Keys Read* and *Audit Trail Read*,
   and nothing else.
2. Open the account and **New Key** under *Application Keys*; scope the key to the same permissions. Datadog shows the key only once.
3. Under **Organization Settings → API Keys** create an API key named after its use.
4. Enter both keys, and the site.
`.trim(),
      },
    },
    test: { path: '/api/v2/users?page[size]=1' },
    unread: [
      {
        of: 'GET /api/v2/users data',
        members: ['type', 'attributes.modified_at', 'attributes.verified'],
        because: 'They do not tell how somebody signs in, and when.',
      },
      {
        of: 'GET /api/v2/roles data',
        members: [
          'type',
          'attributes.created_at',
          'attributes.modified_at',
          'attributes.receives_permissions_from',
          'attributes.user_count',
        ],
        because: 'The role is chosen by its name, and its users are listed apart with their state.',
      },
      {
        of: 'GET /api/v2/roles/{role_id}/users data',
        members: [
          'type',
          'attributes.created_at',
          'attributes.last_login_time',
          'attributes.mfa_enabled',
          'attributes.modified_at',
          'attributes.verified',
        ],
        because: 'Other checks judge sign-ins and second factors of all users.',
      },
      {
        of: 'GET /api/v2/application_keys data',
        members: ['type'],
        because: 'It is the same for each key.',
      },
      {
        of: 'GET /api/v2/api_keys data',
        members: ['type', 'attributes.private_action_runner_enroll_enabled'],
        because: 'They say nothing of the age of a key.',
      },
      {
        of: 'GET /api/v1/monitor',
        members: [
          'assets',
          'created',
          'deleted',
          'modified',
          'multi',
          'overall_state',
          'priority',
          'restricted_roles',
          'tags',
          'type',
          'matching_downtimes.start',
        ],
        because: 'They do not tell whom a monitor notifies. Datadog lists downtimes that have begun.',
      },
      {
        of: 'GET /api/v2/logs/config/archives data.attributes',
        members: [
          'compression_method',
          'include_tags',
          'lookup_attributes',
          'partitioning_attributes',
          'rehydration_max_scan_size_in_gb',
          'rehydration_tags',
        ],
        because: 'They are about the form of an archive, and not about whether it is written.',
      },
    ],
    notJudged: [
      {
        says: 'Whether an API key may also read the remote configuration of agents.',
        of: 'GET /api/v2/api_keys data',
        members: ['attributes.remote_config_read_enabled'],
      },
      { says: 'Notification rules, which notify by the tags of a monitor.' },
      { says: 'Roles of your own with the permissions of administrators.' },
    ],
    // Limits differ by endpoint, and every answer contains them. https://docs.datadoghq.com/api/latest/rate-limits/
    limits: { concurrency: 4, requestsPerSecond: 5, burst: 10 },
  },
  { classify },
)
