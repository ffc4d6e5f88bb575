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
    unread: [
      {
        of: 'POST /v3/projects/{projectsId}:getIamPolicy',
        members: ['version'],
        because: 'It is the version that was asked for.',
      },
      {
        of: 'GET /v1/projects/{projectsId}/serviceAccounts/{serviceAccountsId}/keys keys',
        members: ['disableReason', 'keyAlgorithm', 'keyType', 'privateKeyType'],
        because: 'Keys of people alone are asked for. A disabled key works for nobody, whatever the reason is.',
      },
      {
        of: 'GET /storage/v1/projects/{projectId}/hmacKeys items',
        members: ['updated'],
        because: 'A change of its state does not renew a key.',
      },
      {
        of: 'GET /v1/projects/{projectsId}/locations/{locationsId}/keyRings/{keyRingsId}/cryptoKeys cryptoKeys.primary',
        members: ['algorithm', 'hsmTrusted', 'protectionLevel', 'reimportEligible', 'trustedWrappingEnabled'],
        because: 'They are about the version that encrypts now. The key says how the next ones are made.',
      },
      {
        of: 'GET /v1/projects/{projectsId}/locations/{locationsId}/keyRings/{keyRingsId}/cryptoKeys cryptoKeys.versionTemplate',
        members: ['algorithm'],
        because: 'The purpose decides whether Google can renew a key.',
      },
      {
        of: 'GET /storage/v1/b items',
        members: [
          'acl',
          'cors',
          'defaultEventBasedHold',
          'defaultObjectAcl',
          'hardDeleteTime',
          'satisfiesPZI',
          'satisfiesPZS',
          'softDeleteTime',
          'timeCreated',
          'updated',
        ],
        because:
          'Access lists are not asked for; the policy has what they grant on the bucket. Deleted buckets are not listed.',
      },
      {
        of: 'GET /storage/v1/b items.iamConfiguration.uniformBucketLevelAccess',
        members: ['lockedTime'],
        because: 'It is until when uniform access could be turned off.',
      },
      {
        of: 'GET /storage/v1/b items.softDeletePolicy',
        members: ['effectiveTime'],
        because: 'It is since when the policy holds.',
      },
      {
        of: 'GET /storage/v1/b/{bucket}/iam',
        members: ['version'],
        because: 'It is the version that was asked for.',
      },
      {
        of: 'GET /compute/v1/projects/{project}/global/firewalls items.logConfig',
        members: ['metadata'],
        because: 'It is what a line of the log has beside the connection.',
      },
      {
        of: 'GET /compute/v1/projects/{project}/global/networks items',
        members: ['enableUlaInternalIpv6', 'mtu', 'networkFirewallPolicyEnforcementOrder', 'peerings', 'subnetworks'],
        because: 'They do not tell who designed a network.',
      },
      {
        of: 'GET /compute/v1/projects/{project}/aggregated/instances items',
        members: ['instances'],
        because: 'It is the list of a zone, whose machines are read.',
      },
      {
        of: 'GET /compute/v1/projects/{project}/aggregated/subnetworks items',
        members: ['subnetworks'],
        because: 'It is the list of a region, whose subnetworks are read.',
      },
      {
        of: 'GET /v1/projects/{project}/instances items',
        members: [
          'availableMaintenanceVersions',
          'backendType',
          'databaseCenterIntegrationEnabled',
          'dnsNames',
          'includeReplicasForMajorVersionUpgrade',
          'ipAddresses',
          'nodeCount',
          'nodes',
          'replicaNames',
          'satisfiesPzi',
          'satisfiesPzs',
          'sqlNetworkArchitecture',
          'suspensionReason',
          'switchTransactionLogsToCloudStorageEnabled',
          'upgradableDatabaseVersions',
        ],
        because: 'They are about upkeep and names. The settings say who may connect.',
      },
      {
        of: 'GET /v1/projects/{project}/instances items.settings',
        members: [
          'acceleratedReplicaMode',
          'authorizedGaeApplications',
          'autoUpgradeEnabled',
          'crashSafeReplicationEnabled',
          'dataDiskType',
          'databaseFlags',
          'databaseReplicationEnabled',
          'denyMaintenancePeriods',
          'edition',
          'enableDataplexIntegration',
          'enableGoogleMlIntegration',
          'pricingPlan',
          'replicationLagMaxSeconds',
          'replicationType',
          'retainBackupsOnDelete',
          'storageAutoResize',
        ],
        because:
          'They are about size, upkeep and replicas. The list for App Engine is of instances that no longer exist.',
      },
      {
        of: 'GET /v1/projects/{project}/instances items.settings.ipConfiguration',
        members: [
          'customSubjectAlternativeNames',
          'enablePrivatePathForGoogleCloudServices',
          'serverCaMode',
          'serverCertificateRotationMode',
        ],
        because: 'They are about the certificate of the server and ways inside of Google Cloud.',
      },
      {
        of: 'GET /v1/projects/{project}/instances items.settings.backupConfiguration',
        members: ['replicationLogArchivingEnabled', 'transactionalLogStorageState'],
        because: 'Google names the first one as replaced by recovery to a point in time. The other is where logs are.',
      },
      {
        of: 'GET /v2/projects/{projectsId}/sinks sinks',
        members: ['includeChildren', 'interceptChildren', 'outputVersionFormat'],
        because: 'Sinks of a project have no children. The format of an entry leaves nothing out.',
      },
      {
        of: 'GET /v2/projects/{projectsId}/locations/{locationsId}/buckets buckets',
        members: ['analyticsEnabled', 'indexConfigs', 'restrictedFields'],
        because: 'They do not change for how long entries are kept.',
      },
    ],
    notJudged: [
      {
        says: 'When the key of a service account was really made that somebody uploaded. Its certificate says since when it is valid.',
        of: 'GET /v1/projects/{projectsId}/serviceAccounts/{serviceAccountsId}/keys keys',
        members: ['keyOrigin'],
      },
      {
        says: 'To which machines a firewall rule applies, and whether an earlier rule denies the same traffic.',
        of: 'GET /compute/v1/projects/{project}/global/firewalls items',
        members: ['destinationRanges', 'priority', 'targetServiceAccounts', 'targetTags'],
      },
      {
        says: 'Whether a database runs. One that is stopped is judged like the others.',
        of: 'GET /v1/projects/{project}/instances items',
        members: ['state'],
      },
      {
        says: 'The Data API of Cloud SQL, by which those whom IAM allows it ask a database past its networks.',
        of: 'GET /v1/projects/{project}/instances items.settings',
        members: ['activationPolicy', 'dataApiAccess'],
      },
      {
        says: 'For how many days a database can be restored to any point in time.',
        of: 'GET /v1/projects/{project}/instances items.settings.backupConfiguration',
        members: ['transactionLogRetentionDays'],
      },
      {
        says: 'What a password of a database needs beside its length.',
        of: 'GET /v1/projects/{project}/instances items.settings.passwordValidationPolicy',
        members: ['complexity', 'disallowCompromisedCredentials', 'disallowUsernameSubstring', 'reuseInterval'],
      },
      {
        says: 'Whether the days of a log bucket are locked.',
        of: 'GET /v2/projects/{projectsId}/locations/{locationsId}/buckets buckets',
        members: ['locked'],
      },
      { says: 'The IP filter of a bucket. A grant to everybody fails beside it.' },
      { says: 'Whether a machine runs, and its other settings. One that is stopped is judged like the others.' },
      { says: 'Metadata of single zones, and policies of folders and the organization.' },
      { says: 'Whether a sink may write to its destination.' },
    ],
    test: { path: '/v3/projects/{project_id}' },
    // Quotas are counted per API, project and minute: IAM allows 6000 reads, and gets one request for every service
    // account. https://cloud.google.com/iam/quotas
    limits: { concurrency: 8, requestsPerSecond: 20, burst: 40 },
  },
  { classify, authenticate: logIn },
)
