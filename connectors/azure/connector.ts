import { defineConnector } from 'checkwright'
import { classify } from './classify.ts'

const guid = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}'

/** The connector without its checks, which are written against it. */
export const azure = defineConnector(
  {
    id: 'azure',
    name: 'Microsoft Azure',
    version: '1.0.0',
    description:
      'Storage accounts, key vaults, Defender for Cloud, the activity log and the owners of one Azure subscription.',
    category: 'cloud',
    docsUrl: 'https://learn.microsoft.com/rest/api/azure/',
    // All requests of the checks are about one subscription.
    baseUrl: 'https://management.azure.com/subscriptions/{subscription_id}',
    credentialFields: [
      {
        id: 'tenant_id',
        label: 'Tenant ID',
        type: 'text',
        required: true,
        placeholder: '00000000-0000-0000-0000-000000000000',
        helpText: 'Directory (tenant) ID on the overview page of Microsoft Entra ID.',
        pattern: guid,
      },
      {
        id: 'subscription_id',
        label: 'Subscription ID',
        type: 'text',
        required: true,
        placeholder: '00000000-0000-0000-0000-000000000000',
        helpText: 'On the overview page of the subscription. A connection is about one subscription.',
        pattern: guid,
      },
    ],
    auth: {
      type: 'oauth2',
      config: {
        grant: 'client_credentials',
        tokenUrl: 'https://login.microsoftonline.com/{tenant_id}/oauth2/v2.0/token',
        // The app's role on the subscription decides what it may read, not a scope.
        scopes: ['https://management.azure.com/.default'],
        createAppUrl: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/CreateApplicationBlade',
        setupInstructions: `
1. In the Microsoft Entra admin center: **App registrations → New registration**, *Accounts in this organizational directory
   only*, no redirect URI. It needs no API permission.
2. **Certificates & secrets → New client secret**: note when it expires. After that day, checks end in an error.
3. In the Azure portal as **Owner** or **User Access Administrator** of the subscription: **Subscriptions → the subscription →
   Access control (IAM) → Add role assignment**: the built-in role *Reader*, members: the app. Reader can read settings, but
   neither the content of storage nor the values of secrets. For fewer rights, create a custom role with the permissions that the
   checks name, and of \`Microsoft.KeyVault/vaults/secrets/read\` for the list of secrets, which shows names and dates.
4. Enter the **Application (client) ID** and the secret's **Value** here, and tenant and subscription when connecting.
`.trim(),
      },
    },
    test: { path: '/locations', query: { 'api-version': '2016-06-01' } },
    // 250 reads at once and 25 a second, per app and subscription. Providers have limits of their own, and their 429s
    // are obeyed. https://learn.microsoft.com/azure/azure-resource-manager/management/request-limits-and-throttling
    limits: { concurrency: 8, requestsPerSecond: 20, burst: 100 },
  },
  { classify },
)
