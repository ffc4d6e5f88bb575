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
    // Limits differ by endpoint, and every answer contains them. https://docs.datadoghq.com/api/latest/rate-limits/
    limits: { concurrency: 4, requestsPerSecond: 5, burst: 10 },
  },
  { classify },
)
