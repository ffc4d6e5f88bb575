import { describe, expect, test } from 'vitest'
import { isAdminRole, isOwnServiceAccount } from '../iam-names.ts'

describe('isOwnServiceAccount()', () => {
  test.each([
    'serviceAccount:ci@acme-production.iam.gserviceaccount.com',
    'serviceAccount:service-1@acme-production.iam.gserviceaccount.com',
    'serviceAccount:firebase-adminsdk-of-ours@acme-production.iam.gserviceaccount.com',
    // Projects of the old kind, whose id has a domain.
    'serviceAccount:ci@production.acme.example.iam.gserviceaccount.com',
  ])('holds for %s', (member) => {
    expect(isOwnServiceAccount(member)).toBe(true)
  })

  // https://cloud.google.com/iam/docs/service-agents
  test.each([
    'serviceAccount:service-123@gcp-sa-bigquerydatatransfer.iam.gserviceaccount.com',
    'serviceAccount:p123-abc@gcp-sa-cloud-sql.iam.gserviceaccount.com',
    'serviceAccount:service-123@compute-system.iam.gserviceaccount.com',
    'serviceAccount:service-123@gae-api-prod.google.com.iam.gserviceaccount.com',
    'serviceAccount:123@cloudbuild.gserviceaccount.com',
    'serviceAccount:acme-production@appspot.gserviceaccount.com',
    'serviceAccount:firebase-adminsdk-a1b2c@acme-production.iam.gserviceaccount.com',
    'user:ci@acme-production.iam.gserviceaccount.com',
    'deleted:serviceAccount:ci@acme-production.iam.gserviceaccount.com?uid=1',
  ])('does not hold for %s', (member) => {
    expect(isOwnServiceAccount(member)).toBe(false)
  })
})

describe('isAdminRole()', () => {
  test.each([
    ...['roles/owner', 'roles/editor', 'roles/storage.admin', 'roles/iam.securityAdmin', 'roles/compute.instanceAdmin'],
    ...['roles/compute.instanceAdmin.v1', 'roles/compute.osAdminLogin', 'roles/resourcemanager.projectIamAdmin'],
  ])('holds for %s', (role) => {
    expect(isAdminRole(role)).toBe(true)
  })

  test.each([
    ...[
      'roles/viewer',
      'roles/storage.objectViewer',
      'roles/apigee.readOnlyAdmin',
      'roles/firebase.sdkAdminServiceAgent',
    ],
    ...['roles/pubsub.editor', 'projects/acme/roles/admin', 'organizations/1/roles/storageAdmin'],
  ])('does not hold for %s', (role) => {
    expect(isAdminRole(role)).toBe(false)
  })
})
