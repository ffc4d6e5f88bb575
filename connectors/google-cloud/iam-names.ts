/**
 * Projects in which Google keeps the agents of its services. Agents of most services are in projects that begin with `gcp-sa-`; their
 * names are reserved. https://cloud.google.com/iam/docs/service-agents (2026-11)
 */
const projectsOfGoogle = [
  ...[
    'bigquery-data-connectors',
    'cloud-filer',
    'cloud-memcache-sa',
    'cloud-redis',
    'cloud-tpu',
    'cloudcomposer-accounts',
  ],
  ...[
    'compute-system',
    'container-engine-robot',
    'containerregistry',
    'dataflow-service-producer-prod',
    'dataproc-accounts',
  ],
  ...[
    'endpoints-portal',
    'firebase-rules',
    'firebase-sa-management',
    'gcf-admin-robot',
    'genomics-api',
    'gs-project-accounts',
    'remotebuildexecution',
  ],
  ...['security-center-api', 'serverless-robot-prod', 'service-consumer-management', 'service-networking'],
  ...['sourcerepo-service-accounts', 'storage-transfer-service', 'project-storage-transfer'],
]

/**
 * Whether a member of a policy is a service account that a customer made: `serviceAccount:<name>@<project>.iam.gserviceaccount.com`. A
 * project of an old kind has a domain in its id: `<name>@<project>.acme.example.iam.gserviceaccount.com`.
 */
export function isOwnServiceAccount(member: string): boolean {
  const [, name, project] = /^serviceAccount:([^@]+)@([a-z0-9.-]+)\.iam\.gserviceaccount\.com$/.exec(member) ?? []
  if (name === undefined || project === undefined) return false
  // Firebase makes it in the project, with its roles: https://firebase.google.com/support/guides/service-accounts
  if (/^firebase-adminsdk(-[a-z0-9]{5})?$/.test(name)) return false
  return !project.startsWith('gcp-sa-') && !project.endsWith('.google.com') && !projectsOfGoogle.includes(project)
}

/**
 * Whether a predefined role is one of an administrator: owner, editor, writer, or one whose name says so, such as `roles/storage.admin`,
 * `roles/compute.instanceAdmin.v1` and `roles/compute.osAdminLogin` (CIS Google Cloud 1.5: "contains Admin"). Roles that only read and those
 * that Google made for its agents do not count.
 */
export function isAdminRole(role: string): boolean {
  if (!role.startsWith('roles/')) return false
  const name = role.slice('roles/'.length).toLowerCase()
  if (['owner', 'editor', 'writer'].includes(name)) return true
  return name.includes('admin') && !name.endsWith('readonlyadmin') && !name.endsWith('serviceagent')
}
