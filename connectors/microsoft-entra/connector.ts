import { defineConnector } from 'checkwright'
import { classify } from './classify.ts'
import { notJudged, unread } from './unread.ts'

/** The connector without its checks, which are written against it. */
export const entra = defineConnector(
  {
    id: 'microsoft-entra',
    name: 'Microsoft Entra ID and Intune',
    version: '1.0.0',
    description:
      'Second factors, conditional access, administrators, application secrets, leavers, guests, sharing and managed devices of one Microsoft tenant.',
    category: 'identity',
    docsUrl: 'https://learn.microsoft.com/graph/api/overview?view=graph-rest-1.0',
    baseUrl: 'https://graph.microsoft.com/v1.0',
    credentialFields: [
      {
        id: 'tenant_id',
        label: 'Tenant ID',
        type: 'text',
        required: true,
        placeholder: '00000000-0000-0000-0000-000000000000',
        helpText: 'Directory (tenant) ID on the overview page of Microsoft Entra ID.',
        pattern: '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}',
      },
    ],
    auth: {
      type: 'oauth2',
      config: {
        grant: 'client_credentials',
        tokenUrl: 'https://login.microsoftonline.com/{tenant_id}/oauth2/v2.0/token',
        // An administrator grants the permissions to the app; this scope requests all of them.
        scopes: ['https://graph.microsoft.com/.default'],
        createAppUrl: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/CreateApplicationBlade',
        setupInstructions: `
1. Sign in to the Microsoft Entra admin center as a **Privileged Role Administrator** or Global Administrator.
2. **App registrations → New registration**: *Accounts in this organizational directory only*, no redirect URI.
3. **API permissions → Add a permission → Microsoft Graph → Application permissions**: \`Policy.Read.All\`,
   \`RoleManagement.Read.Directory\`, \`GroupMember.Read.All\`, \`Application.Read.All\`, \`User.Read.All\`,
   \`AuditLog.Read.All\`, \`DeviceManagementManagedDevices.Read.All\`, \`DelegatedPermissionGrant.Read.All\`,
   \`Policy.Read.DeviceConfiguration\` and \`SharePointTenantSettings.Read.All\`. If you
   keep leaving dates in Entra, add \`User-LifeCycleInfo.Read.All\`. They all only read.
4. **Grant admin consent**. Without it every check ends in an error that names the permission.
5. **Certificates & secrets → New client secret**: note when it expires. After that day, checks end in an error.
6. Enter the **Application (client) ID** and the secret's **Value** here, and the **Directory (tenant) ID** when connecting.
`.trim(),
      },
    },
    test: { path: '/organization' },
    unread,
    notJudged,
    // Graph allows thousands of requests in ten seconds for directories and 1000 in 20 seconds for Intune, per app and
    // tenant. https://learn.microsoft.com/graph/throttling-limits
    limits: { concurrency: 8, requestsPerSecond: 20, burst: 40 },
  },
  { classify },
)
