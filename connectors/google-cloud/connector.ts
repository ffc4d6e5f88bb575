import { defineConnector } from 'checkwright'
import { classify } from './classify.ts'
import { logIn } from './login.ts'

/** The connector without its checks, which are written against it. */
export const gcloud = defineConnector(
  {
    id: 'google-cloud',
    name: 'Google Cloud',
    version: '1.0.0',
    description:
      'Access, storage buckets, machines, networks, databases, keys and logging of one Google Cloud project.',
    category: 'cloud',
    docsUrl: 'https://cloud.google.com/apis/docs/overview',
    baseUrl: 'https://cloudresourcemanager.googleapis.com',
    // Every service of Google Cloud has its own host; the first one issues tokens.
    allowedHosts: [
      'oauth2.googleapis.com',
      'storage.googleapis.com',
      'compute.googleapis.com',
      'sqladmin.googleapis.com',
      'iam.googleapis.com',
      'logging.googleapis.com',
      'cloudkms.googleapis.com',
    ],
    credentialFields: [
      {
        id: 'project_id',
        label: 'Project ID',
        type: 'text',
        required: true,
        placeholder: 'acme-production',
        helpText: 'The ID, not the name or the number. A connection is about one project.',
        pattern: '[a-z][a-z0-9-]{4,28}[a-z0-9]',
      },
    ],
    auth: {
      type: 'custom',
      config: {
        description: 'A key of a service account that may read the settings of the project.',
        credentialFields: [
          {
            id: 'service_account_key',
            label: 'Service account key',
            type: 'textarea',
            required: true,
            placeholder: '{ "type": "service_account", … }',
            helpText: 'The whole JSON file that Google hands out.',
          },
        ],
        setupInstructions: `
1. In the [Google Cloud console](https://console.cloud.google.com) choose the project.
2. **APIs & Services → Library**: enable *Cloud Resource Manager API*, *Identity and Access Management (IAM) API*, *Compute
   Engine API*, *Cloud SQL Admin API*, *Cloud Logging API* and *Cloud Key Management Service (KMS) API*. Enabling them costs nothing.
3. **IAM & Admin → Service Accounts → Create service account**, such as \`checkwright\`.
4. Give it these roles on the project: *Security Reviewer* (\`roles/iam.securityReviewer\`), *Compute Viewer*
   (\`roles/compute.viewer\`), *Cloud SQL Viewer* (\`roles/cloudsql.viewer\`) and *Logs Viewer* (\`roles/logging.viewer\`).
   They all only read. Logs Viewer can read log entries, but the checks never do. For fewer rights, create a
   custom role with the permissions that the checks name and \`resourcemanager.projects.get\`.
5. On the service account: **Keys → Add key → Create new key → JSON**. Paste the file here, then delete it. Renew it
   within 90 days, because one of the checks judges this key too.
`.trim(),
      },
    },
    test: { path: '/v3/projects/{project_id}' },
    // Quotas are counted per API, project and minute: IAM allows 6000 reads, and gets one request for every service
    // account. https://cloud.google.com/iam/quotas
    limits: { concurrency: 8, requestsPerSecond: 20, burst: 40 },
  },
  { classify, authenticate: logIn },
)
